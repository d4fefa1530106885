const dates = `дата, дата продажи, дата операции, дата и время, дата документа, дата продажу, час, ημερομηνία, ημερομηνια πώλησης, tarih, tarihi,
  satış tarihi, işlem tarihi, fatura tarihi, data, data sprzedaży, data transakcji, data wystawienia, datum prodeje, التاريخ, تاريخ, تاريخ البيع,
  日期, 销售日期, 交易日期, 日付, 販売日, 売上日, 取引日`;
const amounts = `сумма, стоимость, выручка, итого, сума, вартість, ποσό, σύνολο, αξία, tutar, toplam, ciro, satış tutarı, kwota, wartość, kwota brutto,
  částka, cena celkem, المبلغ, مبلغ, الإجمالي, القيمة, 金额, 总额, 销售额, 金額, 合計, 売上`;
const quantities = `количество, кол-во, кількість, ποσότητα, miktar, adet, ilość, množství, الكمية, كمية, 数量, 个数, 個数`;
const customers = `клиент, покупатель, заказчик, клієнт, покупець, πελάτης, müşteri, klient, nabywca, zákazník, العميل, عميل, الزبون, 客户, 顾客, 顧客,
  お客様, 得意先`;
const orders = `小票号, 小票号码, 收据号, номер заказа, номер чека, чек, номер документа, заказ, номер замовлення, замовлення, αριθμός παραγγελίας, παραγγελία, απόδειξη,
  sipariş no, sipariş numarası, fiş no, fatura no, numer zamówienia, nr zamówienia, numer paragonu, číslo objednávky, رقم الطلب, رقم الفاتورة,
  订单号, 订单编号, 单号, 注文番号, 伝票番号, レシート番号`;
const created = `дата создания, создан, дата, дата створення, ημερομηνία δημιουργίας, ημερομηνία, oluşturma tarihi, tarih, data utworzenia, تاريخ الإنشاء,
  التاريخ, 创建日期, 创建时间, 日期, 作成日, 登録日, 日付`;

/** What sources call our fields in Russian, Ukrainian, Greek, Turkish, Polish, Czech, Arabic, Chinese and Japanese. */
export const wordsByScript: Readonly<Record<string, string>> = {
  sold_at: `${dates}, verkauft am`,
  posted_at: `${dates}, дата проводки, 过账日期, 計上日`,
  moved_at: `${dates}, дата движения, 入出庫日`,
  created_at: created,
  gross_minor: amounts,
  amount_minor: amounts,
  value_minor: amounts,
  target_minor: "план, цель, στόχος, hedef, cel, plan sprzedaży, cíl, الهدف, 目标, 目標",
  quantity_milli: quantities,
  receipt_key: orders,
  order_reference: orders,
  customer_key: customers,
  customer: customers,
  branch: `филиал, магазин, точка, філія, крамниця, κατάστημα, υποκατάστημα, şube, mağaza, oddział, sklep, pobočka, prodejna, الفرع, فرع, 分店, 门店,
    店铺, 店舗, 支店`,
  product: `товар, продукт, артикул, наименование, номенклатура, назва товару, προϊόν, είδος, ürün, ürün adı, stok kodu, produkt, towar, zboží,
    المنتج, منتج, الصنف, 产品, 商品, 商品名, 商品名称, 品名, 製品`,
  category: "категория, категорія, κατηγορία, kategori, kategoria, الفئة, 类别, カテゴリ, 分類",
  warehouse: "склад, αποθήκη, depo, ambar, magazyn, sklad, المستودع, المخزن, 仓库, 倉庫",
  supplier: "поставщик, постачальник, προμηθευτής, tedarikçi, dostawca, dodavatel, المورد, 供应商, 仕入先",
  driver:
    "водитель, курьер, водій, οδηγός, sürücü, kurye, kierowca, kurier, řidič, السائق, سائق, 司机, 配送员, ドライバー, 運転手",
  status: "статус, состояние, стан, κατάσταση, durum, stan, stav, الحالة, حالة, 状态, 状態, ステータス",
  currency: "валюта, νόμισμα, para birimi, döviz, waluta, měna, العملة, 货币, 币种, 通貨",
  title: "название, наименование, назва, τίτλος, başlık, tytuł, nazwa, název, العنوان, 标题, 名称, タイトル, 件名",
  expires_on: `срок действия, дата окончания, термін дії, ημερομηνία λήξης, bitiş tarihi, data zakończenia, data ważności, تاريخ الانتهاء, 到期日,
    有效期, 有効期限, 満了日`,
  due_at: "срок, срок доставки, термін, προθεσμία, teslim tarihi, termin, تاريخ الاستحقاق, 截止日期, 期限, 納期",
  completed_at:
    "доставлено, дата доставки, доставлено о, παραδόθηκε, teslim edildi, dostarczono, تاريخ التسليم, 送达时间, 配達完了",
  discount_minor: "скидка, знижка, έκπτωση, indirim, rabat, sleva, الخصم, خصم, 折扣, 割引, 値引",
  cost_minor: "себестоимость, собівартість, κόστος, maliyet, koszt, náklady, التكلفة, 成本, 原価",
  payment_method:
    "способ оплаты, спосіб оплати, τρόπος πληρωμής, ödeme yöntemi, sposób płatności, طريقة الدفع, 支付方式, 支払方法",
  salesperson: "продавец, кассир, продавець, πωλητής, satıcı, kasiyer, sprzedawca, البائع, 销售员, 担当者",
  is_return: "возврат, повернення, επιστροφή, iade, zwrot, مرتجع, 退货, 返品",
};
