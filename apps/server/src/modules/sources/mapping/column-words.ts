import { wordsByScript } from "./column-words-by-script.ts";

/** What sources call our fields, the likeliest first; a field's own name and label count as well. */
const wordLists: Readonly<Record<string, string>> = {
  source_key: "id, key, uid, uuid, record id, line id, row id, document id",
  moved_at: `date, movement date, posting date, timestamp, datetime, moved on, datum, buchungsdatum, fecha, date mouvement,
    data movimento, tarih, data,
    budat, bldat`,
  movement_type: `type, movement, transaction type, bewegungsart, tipo, tipo movimiento, type mouvement,
    bwart`,
  quantity_milli: `quantity, units, amount of units, pieces, pcs, count, menge, anzahl, stuck, cantidad, quantite, quantita,
    quantidade, aantal, ilosc, adet,
    unidades, uds, unites, pezzi, pecas, stuks, sztuki, lineitem quantity,
    fkimg, kwmeng, erfmg, qta, qtd, cant, antal, stk,
    item quantity, items sold`,
  counted_at: `count date, counted on, stocktake date, stock take date, inventory date, date, inventurdatum, zahldatum, datum,
    fecha recuento, fecha inventario, date inventaire, data inventario, telling, sayim tarihi`,
  counted_milli: `counted, count, counted stock, counted units, physical count, physical stock, stocktake, stock take, actual
    quantity, on hand, quantity on hand, stock on hand, gezahlt, zahlmenge, istbestand, recuento, conteo, existencias,
    quantite comptee, stock physique, quantita contata, contagem, geteld, sayilan`,
  value_minor: `value, amount, total value, wert, valor, valeur, valore, waarde, montant,
    dmbtr, betrag hauswahrung`,
  unit_cost_minor: "cost, unit cost, purchase price, einkaufspreis, coste, prix achat, costo",
  product: `sku, item, article, product name, item name, item code, stock code, product code, product id, description, artikel,
    artikelnummer, produkt, producto, articulo, produit, prodotto, produto, urun,
    matnr, maktx, vare, produkto, 品番`,
  warehouse: `site, location, store, warehouse name, depot, lager, almacen, entrepot, magazzino,
    werks, lgort,
    magazijn, magazyn, sklad, almoxarifado, ambar, depo`,
  category: `product group, group, class, product category, expense type, spend category, product line, product category name, kategorie,
    warengruppe, categoria, categorie, kategoria,
    matkl, varegruppe, varugrupp`,
  supplier: `vendor, supplier name, vendor name, payee, beneficiary, merchant, contractor, awarded to, lieferant, kreditor,
    proveedor, fournisseur, fornitore, fornecedor, leverancier, tedarikci,
    lifnr`,
  sold_at: `date, sale date, time, timestamp, datetime, sold on, invoice date, order date, payment date, transaction date,
    date paid, purchase date, order purchase timestamp, purchase timestamp, date time, datum, verkaufsdatum, rechnungsdatum, belegdatum, fecha, fecha venta, date
    vente, date facture, data, data vendita, data fattura, data venda, verkoopdatum, tarih,
    fkdat, audat, budat, erdat, created at, created, created on, paid at, completed at, completed, closed at, sale time, verkauft am, 下单时间, 支付时间, 付款时间,
    bill date, order placed, opened`,
  receipt_key: `receipt, receipt number, invoice, invoice number, ticket, order number, bill, bill number, transaction,
    transaction id, order id, basket, transaction number, invoice id, beleg, belegnummer, bon, rechnung,
    rechnungsnummer, factura, ticket numero, numero facture, facture, scontrino, fattura, recibo, nota fiscal,
    factuur, kassabon, paragon, fis, auftragsnr, auftragsnummer, belegnr, bonnr, rechnungsnr,
    sale id, sale number, receipt id, check, check number, check id, doc, doc number, document number, order, vbeln, belnr, kvitto, kvittonr, kvittering, レシート, 伝票番号`,
  gross_minor: `gross, gross sales, total, amount, sales, price, revenue, line total, total amount, gross amount,
    paid amount, payment value, turnover, amount paid, subtotal, umsatz, betrag, bruttobetrag, summe, importe, venta, ventas,
    montant, chiffre affaires, ca, importo, totale, ricavo, valor, bedrag, omzet, kwota, tutar, brutto, kwota brutto, montant ttc,
    total ttc, importe bruto, importe total, importo lordo, bruttoumsatz, brut tutar, toplam tutar, netto, nettobetrag, kwota netto,
    montant ht, total ht, importe neto, importo netto, net tutar, net amount,
    netwr, wrbtr, dmbtr, belopp, beløb, kassasumma,
    gross price, order total, order total amount, order amount`,
  discount_minor: `discount, discounts, rebate, discount amount, rabatt, descuento, remise, sconto, korting, desconto, nachlass, preisnachlass,
    rabattsatz, rabattprozent, discount rate, taux remise, descuento porcentaje, sconto percentuale,
    dto, dcto`,
  cost_minor: "cost, cogs, cost of goods, cost of sales, wareneinsatz, kosten, coste, cout, costo",
  branch: `store, shop, branch name, outlet, store name, shop name, location, organisation, organization, body name, entity, company, business unit, filiale, laden, sucursal, tienda, magasin, boutique, agence,
    negozio, loja, filiaal, sube,
    werks, butik, butikk, outlet name`,
  region: `area, country, state, customer state, province, district, city, customer city, market, territory, borough, ward, gebiet, land, bundesland,
    pais, provincia, pays, paese, regione, regiao, estado, bolge`,
  salesperson: `cashier, seller, seller id, employee, staff, sales rep, representative, clerk, server, verkaufer, mitarbeiter, kassierer,
    vendedor, vendeur, venditore, verkoper`,
  payment_method: `payment, tender, paid by, payment type, tender type, payment mode, zahlungsart, zahlungsmittel, forma de pago,
    metodo de pago, mode de paiement, pagamento`,
  customer_segment: "segment, customer type, customer group, membership, kundengruppe, segmento",
  channel: "sales channel, order channel, kanal, canal, canale, vertriebskanal",
  customer_key: `customer, customer id, client, customer number, customer name, member, member id, loyalty number, kunde, kundennummer, cliente,
    numero client, klant, klient, musteri,
    kunnr, kunag`,
  is_return: `return, returned, refund, refunded, is refund, retoure, storno, storniert, stornokennzeichen,
    ruckgabe, gutschrift, devolucion, retour, reso, returned at, returned on, return date, refunded at, refund date, ruckgabedatum,
    retourdatum, fecha devolucion, date retour`,
  target_minor:
    "target, goal, budget, quota, plan, ziel, objetivo, objectif, obiettivo, sales target, umsatzziel, zielumsatz, planumsatz, monthly value",
  day: `date, month, period, datum, monat, fecha, mes, jour, mois, giorno, mese, dia, maand, periode, periodo, ay,
    miesiac, month year, target month,
    week, woche, kalenderwoche, kw, semaine, semana, settimana, tydzien`,
  opened_at: "opened, opening date, open since, eroffnet, fecha apertura, ouverture, apertura",
  closed_at: "closed, closing date, geschlossen, cierre, fermeture, chiusura",
  name: "description, full name, product name, item name, branch name, store name, customer name, bezeichnung, nombre, nom",
  title: `name, document, document name, file name, subject, description, contract title, contract name, titel,
    bezeichnung, titulo, titre, titolo, nombre, nom, nome`,
  document_type: "type, kind, contract type, document kind, dokumentart, art, tipo, type document",
  created_at: `created, placed, order placed, placed at, booked, booked at, booking date, pickup requested, date, creation date, created on, order purchase timestamp, order date, start date, start, award date, effective date, from, signed date,
    contract start, commencement date, erstellt, beginn, fecha inicio, date debut, inizio,
    created at, creation time, erstellt am, angelegt, angelegt am, anlagedatum, erstelldatum, erstellungsdatum, cree, cree le, date creation, creado, creado el, fecha creacion, creato, creato il, data creazione, criado, criado em, data criacao, aangemaakt, aangemaakt op, utworzono, data utworzenia, olusturma tarihi`,
  submitted_at: "submitted, submission date, eingereicht, enviado, soumis",
  decided_at: "decided, approved at, approval date, decision date, genehmigt, aprobado, approuve",
  expires_on: `expiry, expires, expiry date, valid until, end date, expiration, expiration date, contract end, end, termination
    date, to, until, ablauf, gultig bis, ende, fecha fin, vencimiento, date fin, echeance, scadenza, fine, validade,
    vervaldatum,
    lauft ab am, lauft ab, ablaufdatum, vertragsende, fin de contrat, fecha de vencimiento, data scadenza, einddatum, data wygasniecia, bitis tarihi`,
  is_perpetual: "perpetual, indefinite, unbefristet, indefinido",
  notice_on: "notice, notice date, notice by, notice deadline, last day of notice, kundigungsfrist, preavis",
  currency: `ccy, currency code, currency unit, invoice currency, invoice currency unit, order currency, payment currency, wahrung, moneda, devise, valuta, moeda, para birimi,
    waers, waerk`,
  retain_until: "retention, retention date, keep until, aufbewahren bis",
  owner: "responsible, contract owner, owner name, contact, besitzer, verantwortlich, responsable",
  department: `division, directorate, service area, service, team, unit, directorate name, abteilung, departamento,
    departement, dipartimento, afdeling`,
  approver: "approved by, genehmiger, aprobador, approbateur",
  reference: `document number, contract number, contract id, contract reference, ref, referenz, referencia,
    vertragsnr, vertragsnummer, numero contrat, numero contrato`,
  size_bytes: "size, file size, bytes, grosse, tamano, taille",
  status: "order status, state, stage, zustand, estado, etat, statut, stato, durum",
  driver: `agent, courier, driver name, rider, fahrer, conductor, repartidor, chauffeur, livreur,
    courier name`,
  due_at: `due, due date, promised, deadline, promised at, estimated delivery, estimated delivery date, order estimated delivery date, eta, fallig,
    fallig am, lieferung bis, zustellung bis, prevu le, prevista, entrega prevista, consegna prevista, verwacht, termin`,
  completed_at: `completed, delivered at, done, delivered on, delivery date, delivered, delivered customer date, order delivered customer date, geliefert,
    entregado, livre, consegnato, entregue,
    zugestellt, zugestellt am, geliefert am, lieferzeitpunkt, livre le, entregado el, consegnato il, entregue em, bezorgd op, doreczono, delivery time, completion time`,
  started_at: "started, picked up at, departed, start time, delivered carrier date, order delivered carrier date",
  accepted_at: "accepted, approved at, order approved at",
  arrived_at: "arrived, arrival time, arrival",
  assigned_at: "assigned, assigned on",
  distance_metres:
    "distance, distance m, metres, meters, distance in meters, strecke, entfernung, distanz, distancia, distanza, afstand, odleglosc, mesafe",
  zone: "area, delivery zone, customer city, city, zone name, postcode, zip, plz",
  customer:
    "client, customer name, customer, customer id, buyer, recipient, consignee, kunde, cliente, acheteur, klant, musteri",
  amount_minor: `amount, value, total, contract value, contract amount, total value, betrag, importe, montant, valor,
    dmbtr, wrbtr`,
  posted_at: `date, posting date, booking date, buchungsdatum, fecha, data,
    budat, bldat`,
  account: `account name, gl account, account code, ledger account, konto, cuenta, compte, conto,
    hkont, saknr`,
  due_day:
    "due date, due, payment due, fallig, fallig am, falligkeit, faelligkeit, echeance, vencimiento, fecha vencimiento, scadenza, vencimento, vervaldatum, termin platnosci, vade",
  cod_due_minor:
    "cod, cash on delivery, cod amount, nachnahme, nachnahmebetrag, contre remboursement, contra reembolso, contrassegno",
  account_type: "type, account class, kontoart",
  cost_center: `cost centre, kostenstelle, centro de coste, centre de cout, centro di costo,
    kostl`,
  entry_key: `entry, journal, voucher, journal number, voucher number, belegnummer,
    entry number, journal entry, buchungsnr, buchungsnummer, belegnr, ecriture, piece, asiento, registrazione, boeking, numer dowodu,
    belnr`,
  ordered_at: "order date, ordered, ordered on, bestelldatum, fecha pedido, date commande",
  ordered_milli: "ordered, ordered quantity, quantity ordered, bestellmenge",
  shipped_milli: "shipped quantity, quantity shipped, liefermenge",
  shipped_at: "shipped, ship date, shipped on, versanddatum",
  order_reference: "order, order number, order id, bestellnummer, auftragsnr, auftragsnummer, pedido, commande",
};

/** Words for the key of a list, by the dimension whose members it names. */
const listKeys: Readonly<Record<string, string>> = {
  product: "sku, product, product code, product id, item, item code, article, article number, artikelnummer",
  branch: "branch, branch code, branch id, store code, store id, shop id",
  customer: "customer, customer code, customer id, client id, kundennummer",
  supplier: "supplier, supplier code, supplier id, vendor id",
  warehouse: "warehouse, warehouse code, warehouse id",
  driver: "driver, driver id, agent id",
  account: "account, account number, account code, account id",
};

function splitWords(lists: Readonly<Record<string, string>>): Record<string, string[]> {
  return Object.fromEntries(Object.entries(lists).map(([name, words]) => [name, words.split(/,\s+/)]));
}

function mergeWords(lists: Record<string, string[]>, more: Record<string, string[]>): Record<string, string[]> {
  const names = [...new Set([...Object.keys(lists), ...Object.keys(more)])];
  return Object.fromEntries(names.map((name) => [name, [...(lists[name] ?? []), ...(more[name] ?? [])]]));
}

/** What the key of a list is called, by the dimension whose members it names. */
export const listWords: Readonly<Record<string, readonly string[]>> = splitWords(listKeys);

/** The words of each field as a list. */
export const columnWords: Readonly<Record<string, readonly string[]>> = {
  ...mergeWords(splitWords(wordLists), splitWords(wordsByScript)),
  key: [...Object.values(listWords).flat(), "code", "id"],
};

/** Short forms, by the word that they stand for. */
const shortForms: Readonly<Record<string, string>> = {
  n: "number",
  no: "number",
  nr: "number",
  num: "number",
  nbr: "number",
  numero: "number",
  nummer: "number",
  qty: "quantity",
  qte: "quantity",
  amt: "amount",
  dt: "date",
  cust: "customer",
  inv: "invoice",
  pmt: "payment",
  ref: "reference",
  desc: "description",
  disc: "discount",
  cat: "category",
  prod: "product",
  org: "organisation",
  dept: "department",
  whs: "warehouse",
  addr: "address",
  curr: "currency",
};

const fillers = new Set([
  "of",
  "the",
  "de",
  "der",
  "des",
  "die",
  "das",
  "du",
  "la",
  "le",
  "del",
  "di",
  "da",
  "and",
  "in",
  "a",
]);

/** The words of a column's name: without accents, units in brackets, fillers and plurals, short forms written out. */
export function toWords(name: string): string[] {
  return name
    .replace(/[([{].*?[)\]}]/g, " ")
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, "$1 $2")
    .replaceAll("ß", "ss")
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll("#", " number ")
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "" && !fillers.has(word))
    .map((word) => shortForms[word] ?? (word.length > 3 ? word.replace(/s$/, "") : word));
}
