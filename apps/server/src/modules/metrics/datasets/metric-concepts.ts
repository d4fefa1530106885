/** What kind of figure a metric gives of something: plain where no kind is said. */
export type FigureKind = "plain" | "rate" | "value" | "time" | "quantity" | "average";

/** Something that happens or is there, with the words for it, and the metric of each kind that measures it. */
export type MetricConcept = { words: readonly string[]; figures: Readonly<Partial<Record<FigureKind, string>>> };

const list = (text: string) => text.split("|").map((word) => word.trim());

/** What people talk about, in any words: a metric is asked for by what it measures and by the kind of figure. */
export const metricConcepts: readonly MetricConcept[] = [
  {
    words: list(
      "delivery|drop|drop off|shipment|consignment|parcel|package|order delivered|delivery run|brought to customers|" +
        "bring to customers|taken to customers|delivered to customers|handed to customers|go out to customers|" +
        "went out to customers|delivery job|delivery task|delivery order|shipment to customers" +
        "|packet|delivery made|drop made|delivery carried out|goods brought to customers" +
        "|order brought to customers|parcel volume|shipment volume|drop-off|box delivered",
    ),
    figures: { plain: "delivery_count", time: "avg_delivery_minutes" },
  },
  {
    words: list(
      "delivered|got delivered|get delivered|completed|complete|finished|finish|get done|got done|" +
        "accomplished|successful|succeeded|made it to the customer|reached the customer|reach the customer|got through|" +
        "arrived at the customer|handed over to the customer|delivered successfully|went through|closed successfully|" +
        "concluded|brought to their end|executed|fulfilled deliveries|successfully made|safely delivered" +
        "|reached their destination|reached its destination|got to the customer|get to the customer" +
        "|arrived safely|successfully dropped off|landed with customers|successful drop" +
        "|successfully handed over",
    ),
    figures: { plain: "delivered_count", rate: "delivery_success_rate" },
  },
  {
    words: list(
      "failed|fail|failing|failure|unsuccessful|missed|botched|undelivered|not delivered|could not be delivered|" +
        "not deliver|never delivered|not completed|not successful|did not succeed|not make it|not reach|never arrived|" +
        "never reached|went wrong|go wrong|gone wrong|fell through|fall through|unable to deliver|not able to deliver|" +
        "aborted|came to nothing|bounced|bust|flop|flopped|not handed over|did not work out|not work out|in vain|" +
        "without success|unsuccessfully|not get delivered|not got delivered|deliveries lost|deliveries we lost" +
        "|not get through|turned away|never made it|could not be handed over|came back undelivered" +
        "|failed to deliver|delivery gone wrong|not go through|not arrive|abortive|delivery messed up" +
        "|delivery we blew|wasted trip|wasted drop|fruitless",
    ),
    figures: { plain: "failed_delivery_count", rate: "failed_delivery_rate" },
  },
  {
    words: list(
      "on time|punctual|punctually|punctuality|timely|timeliness|promptly|prompt|on schedule|as scheduled|" +
        "within the window|within the time window|within the agreed time|in due time|when promised|as promised|" +
        "kept the promised time|by the promised time|in time|by the due time|before the deadline|meet the deadline|" +
        "met the deadline|on the agreed time|keep to schedule|kept to schedule|keep to the timetable" +
        "|arrive when they should|within the slot|time slot kept|within the promised slot|hit the window" +
        "|made the window|within window|deliver on time|to schedule|by the agreed time|schedule adherence" +
        "|keep the promised time|kept their slot|at the agreed hour|by the promised hour",
    ),
    figures: { plain: "on_time_rate", rate: "on_time_rate" },
  },
  {
    words: list(
      "late|delayed|delay|tardy|behind schedule|after the deadline|after the due time|past the promised time|" +
        "not on time|overran|missed the window|missed the slot|lateness|unpunctual|behind time|later than promised|" +
        "later than agreed|turn up late|turning up late|turned up late|arrive late|arrived late|came late|too late" +
        "|running behind|delivered too late|after the promised time|after the agreed time|overdue delivery" +
        "|outside the window|beyond the window|past the slot|late arrival",
    ),
    figures: { plain: "late_delivery_count" },
  },
  {
    words: list(
      "km|kilometre|kilometer|mileage|mile|distance|how far|driven|travelled|traveled|on the clock|" +
        "on the road|covered on the road|distance covered|distance run|road covered|odometer" +
        "|drove|clocked up|put on the clock|distance travelled|kilometrage|road distance",
    ),
    figures: { plain: "distance_km", average: "km_per_delivery" },
  },
  {
    words: list(
      "take at the door|took at the door|collect at the door|collected at the door|cash on delivery|cash collected|cash drivers collected|collected in cash|cash at the door|at the door cash|" +
        "money at the door|doorstep cash|money drivers collected|money collected by drivers|cash drivers brought|" +
        "cash drivers took|cash received on delivery|cash taken by drivers|paid at the door|pay at the door|" +
        "payment at the door" +
        "|cash brought back by drivers|cash picked up by drivers|cash takings of drivers|door takings" +
        "|takings at the door|doorstep takings|cash handed to drivers|payments at the doorstep" +
        "|cash from the door",
    ),
    figures: { plain: "cod_amount" },
  },
  {
    words: list(
      "delivery cost|delivery expense|delivery spend|delivery spending|cost of delivering|deliveries cost|transport cost|" +
        "spend on delivery|spend on deliveries|spent on delivery|spent on deliveries|pay for deliveries|" +
        "paid for deliveries|money for delivery|money on delivery|money on deliveries|deliver cost|freight|haulage|" +
        "shipping cost|distribution cost|distribution spend|logistics cost|expensive to serve|costly to serve|" +
        "expensive to deliver|costly to deliver|carriage|cost us to deliver|delivering cost" +
        "|cost of getting goods to customers|delivery bill|transportation|transportation cost|fleet cost" +
        "|courier cost|carriage outwards|transport expense|delivery outlay|outbound freight",
    ),
    figures: { plain: "delivery_cost" },
  },
  {
    words: list(
      "cost per delivery|cost per drop|delivery costs us on average|cost of one delivery|" +
        "cost of a single delivery|price of one delivery|single delivery cost|each delivery cost|" +
        "average cost of delivery|average delivery cost|cost for each drop|cost for each delivery|one drop cost|" +
        "spend per delivery|spend per drop|unit cost per delivery" +
        "|cost per parcel|cost per shipment|cost per consignment|cost per package|per delivery cost" +
        "|delivery cost each|average cost per delivery|average cost per drop|dear per delivery" +
        "|dearer per delivery|cheaper per delivery|expensive per delivery|expensive per drop",
    ),
    figures: { plain: "cost_per_delivery" },
  },
  {
    words: list(
      "first attempt|first try|first go|first time|first visit|first attempt success|first attempt hit|first time success|" +
        "first try success|without a second visit|straight away delivered|delivered straight away",
    ),
    figures: { plain: "first_attempt_rate", rate: "first_attempt_rate" },
  },
  {
    words: list("attempt|try|tries|knock|knocks|door knocks|visits needed|goes per delivery|times we tried"),
    figures: { plain: "avg_attempts", average: "avg_attempts" },
  },
  {
    words: list(
      "stock|inventory|on hand|in stock|on the shelf|on the shelves|on shelf|in storage|stored|held in stock|stock level|" +
        "lie in the warehouse|lying in the warehouse|sit in the warehouse|sitting in the warehouse|on our shelves|" +
        "available in the warehouse|available stock|units available|in our store rooms|stockpile|goods we hold|" +
        "goods on hand|goods in the warehouse|goods held|still got|still have|remaining in the warehouse|have left|" +
        "left over|quantity in the warehouse|in the warehouses|supplies" +
        "|remain in stock|remaining stock|remaining quantity|remain in the warehouse|quantity on hand" +
        "|quantity available|pieces on hand|pieces in stock|units lying|stocked quantity" +
        "|still in the warehouse|units in our keeping|store holds|warehouse holds",
    ),
    figures: { plain: "stock_on_hand_qty", value: "stock_value", quantity: "stock_on_hand_qty" },
  },
  {
    words: list(
      "stock at cost|inventory at cost|stock valued|inventory valued|inventory valuation|stock valuation|" +
        "book value of stock|book value of inventory|capital in stock|capital in inventory|tied up in stock|" +
        "tied up in inventory|money sits in stock|money in inventory|stock in money|worth on the shelves|" +
        "warehouse worth|goods worth|money sat in|money in the warehouse|capital bound in stock|capital bound" +
        "|value of goods|worth of goods|money locked in stock|cash tied up in stock|money lying in stock" +
        "|money lying in the warehouse|money bound in stock|stock is worth|inventory is worth|goods are worth" +
        "|capital invested in stock|capital in the warehouse|inventory carried|sitting on the most money" +
        "|money we sit on",
    ),
    figures: { plain: "stock_value" },
  },
  {
    words: list(
      "out of stock|stockout|stock out|sold out|ran out|run out|running out of stock|none left|nothing left|zero stock|" +
        "no stock|empty shelf|empty shelves|depleted|exhausted|no longer have|not available|unavailable|missing from stock|" +
        "completely gone|all gone|run dry|ran dry|have none|not in stock|nil stock|at zero|hit zero" +
        "|without stock|zero on hand|zero quantity|no units left|not a single unit left|nothing on the shelf" +
        "|gone completely|no quantity remained",
    ),
    figures: { plain: "stock_out_count" },
  },
  {
    words: list(
      "low stock|running low|run low|low on stock|reorder|below minimum|under minimum|below the minimum|replenish|" +
        "replenishment|need reordering|needs reordering|due for reorder|below reorder level|under the reorder line|" +
        "under reorder point|below the reorder line|understocked|nearly out|almost out|getting low|short on stock|" +
        "should be reordered|must be reordered|to be reordered|need ordering|be ordered again" +
        "|restock|restocking|below safety stock|below the threshold|get short|refill|reorder level" +
        "|must be bought again|to buy again",
    ),
    figures: { plain: "low_stock_item_count" },
  },
  {
    words: list(
      "inbound|received|receive|receiving|come in|came in|coming in|incoming|intake|goods in|taken in|took in|unloaded|" +
        "arrived at the warehouse|arrive at the warehouse|arrived in the warehouse|delivered to us|brought in by suppliers|" +
        "goods received|entered the warehouse|enter the warehouse|into the warehouse|into stock|put into stock|" +
        "suppliers delivered|supplier delivered|suppliers sent|arrivals|booked in|checked in|supplied" +
        "|goods arrived|units arrived|quantity arrived|entered stock|suppliers brought|delivery from suppliers" +
        "|goods coming in|taken into stock|stock received|incoming goods|came through goods in" +
        "|arrived from suppliers|supplier shipment",
    ),
    figures: { plain: "inbound_qty", quantity: "inbound_qty" },
  },
  {
    words: list(
      "outbound|shipped|ship|shipping|dispatched|dispatch|despatched|despatch|sent out|send out|go out|went out|gone out|" +
        "going out|outgoing|goods out|left the warehouse|leave the warehouse|left the building|moved out|issued from stock|" +
        "issued|sent off|out of the door|out the door|taken from stock|taken out of stock|drawn from stock|" +
        "out of the warehouse|left our warehouses|exit the warehouse" +
        "|goods sent out|goods leaving|outgoing goods|sent away|moved out of the warehouse|goods gone out" +
        "|dispatched goods|shipped goods",
    ),
    figures: { plain: "outbound_qty", quantity: "outbound_qty", value: "issue_value" },
  },
  {
    words: list("movement|stock movement|moved|moved around|moved in and out|throughput|handled in the warehouse"),
    figures: { plain: "movement_qty", quantity: "movement_qty" },
  },
  {
    words: list("picked lines|lines picked|pick lines|lines pick|order lines|pick volume|picks|lines off the shelf"),
    figures: { plain: "picked_lines" },
  },
  {
    words: list(
      "pick accuracy|picking accuracy|picked correctly|picked right|picked without error|correctly picked|pick correctly|" +
        "picking errors|picking mistakes|pick errors|pick mistakes|mistakes picking|errors picking|mispicks|mis-picks|" +
        "picked wrong|wrongly picked|picking quality|accurate picking|picking cleaner|pick cleaner|picks cleaner|" +
        "picking correct|accurately picked|error free picking" +
        "|right picks|correct picks|picked without mistakes|picking error rate|error rate in picking" +
        "|picked more accurately|pick more accurately",
    ),
    figures: { plain: "pick_accuracy", rate: "pick_accuracy" },
  },
  {
    words: list(
      "fill rate|order fill|orders filled|fill orders|filled orders|filled completely|fulfilled orders|orders fulfilled|" +
        "fulfil orders|fulfill orders|order fulfilment|order fulfillment|ordered shipped|ordered actually shipped|" +
        "served from stock|orders served|orders we could fill|of what was ordered|complete orders|orders complete" +
        "|fully supplied|supplied in full|served in full|fully served|orders served completely" +
        "|ordered quantity shipped|shipped of what was ordered|got ordered shipped",
    ),
    figures: { plain: "order_fill_rate", rate: "order_fill_rate" },
  },
  {
    words: list(
      "days of cover|days cover|stock last|stock will last|stock would last|how long stock last|last us|lasts us|" +
        "live off|days of supply|days of stock|enough for days|days stock lasts|reach of stock|stock reach|coverage days|" +
        "how many days stock|days does it last|how long does it last|how long enough|will it hold" +
        "|stock is enough|stock coverage|days until empty|before we run out|until we run out|until it runs out" +
        "|days left of stock|how long stock is enough|stock suffices|last us for days",
    ),
    figures: { plain: "days_of_cover" },
  },
  {
    words: list(
      "shrinkage|shrink|write off|write-off|written off|write down|written down|stock loss|stock losses|lost stock|" +
        "stock lost|lose in stock|lost in stock|lost from stock|missing stock|stock missing|went missing|gone missing|" +
        "disappeared from stock|vanished|vanish|disappear|disappeared|spoilage|spoiled|spoilt|wastage|waste|breakage|" +
        "inventory loss|lost goods|goods lost|unaccounted|walked off|walkabout|stock adjustments down" +
        "|wrote off|writing off|write-downs|goods written off|loss of stock|losses of stock|damaged stock" +
        "|stolen|gone bad|lost inventory|inventory lost|stock we lost|value lost in stock",
    ),
    figures: { plain: "shrinkage_value", value: "shrinkage_value" },
  },
  {
    words: list(
      "dead stock|slow moving|slow mover|slow-moving|obsolete stock|not moving|does not move|do not move|nobody moved|" +
        "gathering dust|collecting dust|dust collectors|gather dust|stale stock|idle stock|sitting idle|unsold stock|" +
        "stock that does not sell|not selling stock|non-moving|unmoved|stuck stock|lazy stock|sleeping stock|shelf warmers" +
        "|nobody buys|hardly moves|barely moves|no movement|without movement|lying too long|old stock" +
        "|aged stock|not stirred|not shifted for months|frozen stock|has not moved for months|gathered dust" +
        "|untouched stock",
    ),
    figures: { plain: "slow_moving_stock_value", value: "slow_moving_stock_value" },
  },
  {
    words: list(
      "dock to stock|dock to shelf|put away|putaway|put-away|storing goods|store received goods|shelve|from the dock|" +
        "from dock|unload to shelf|receiving to storage|goods wait at the dock|at the dock" +
        "|arrival to shelf|arrival to storage|truck to shelf|from arrival to storage|until stored" +
        "|time to store goods|from the truck|dock to storage|linger at the dock",
    ),
    figures: { plain: "avg_dock_to_stock_hours", time: "avg_dock_to_stock_hours" },
  },
  {
    words: list(
      "stock turn|stock turnover|inventory turn|inventory turnover|stock rotation|inventory rotation|turn over stock|stock turned over",
    ),
    figures: { plain: "inventory_turnover" },
  },
  {
    words: list(
      "sales|revenue|turnover|takings|sell|sold|selling|proceeds|sales income|sales figure|money from sales|sales money|" +
        "bring in|brought in|brings in|earn in sales|ring up|rang up|rung up|taken at the till|at the till|in the till|" +
        "tills|generated|generate|gross in|trade|trading|business done|sales volume in money|top line|billings|" +
        "shop income|income of the shops|money came in|money comes in|money come in|money we took|money taken|" +
        "money made in the shops|earned by the shops|shops earn|shops earned|shops made|shops make|stores made|" +
        "stores earned|make in the shops|made in the shops|branch made|branches made" +
        "|customers spent|customers spend|sales amount|sales turnover|volume of business|income from selling" +
        "|income from goods|shop turnover|sold for|money made from sales|sales result|money over the counter" +
        "|rang through the till|went through the till|put through the till",
    ),
    figures: { plain: "net_sales", value: "net_sales", quantity: "units_sold" },
  },
  {
    words: list(
      "units sold|pieces sold|items sold|sold pieces|sold units|quantity sold|packs sold|sold in number|sold in pieces|" +
        "number of units|unit sales|goods sold in pieces|shift|shifted|went over the counter|over the counter|" +
        "bottles sold|bags sold|boxes sold|articles sold|copies sold" +
        "|sold quantity|sold number|quantity that was sold|products sold|how many went over the counter" +
        "|pieces went|units went",
    ),
    figures: { plain: "units_sold" },
  },
  {
    words: list(
      "transaction|receipt|ticket|purchase|checkout|sales slip|till slip|number of sales|count of sales|sales made|" +
        "times someone bought|times customers paid|till receipts|orders placed|shop orders|bills written|sales tickets|" +
        "purchases made|payments taken|cash register receipts|register receipts" +
        "|sales receipt|bills written|number of purchases|number of bills|purchase made|times we rang" +
        "|till transaction|paid at the till|cash register transaction",
    ),
    figures: { plain: "transaction_count" },
  },
  {
    words: list(
      "basket|basket size|ticket size|average ticket|average receipt|average sale|average transaction|average purchase|" +
        "average order|average bill|average check|spend per customer|spend per visit|spend per transaction|" +
        "customer spends on average|customers spend on average|customer spend average|one customer spends|" +
        "one customer leaves|customer leave on average|average spend|money per receipt|per receipt|per ticket|" +
        "per transaction|value per transaction|sales per receipt|typical purchase|typical basket|spend each time" +
        "|average value of a receipt|average value of a sale|average amount per receipt" +
        "|average amount per purchase|average till receipt|size of a purchase|spend per purchase|per purchase" +
        "|worth of an average sale|mean purchase|average customer spend",
    ),
    figures: { plain: "avg_basket_value", average: "avg_basket_value" },
  },
  {
    words: list(
      "gross margin|margin|gross profit|markup earned|profit on goods|earned on goods|trading profit|profit on sales" +
        "|markup|mark-up|margin earned|gross result|gross earnings|sales minus cost of goods" +
        "|earned on what we sold",
    ),
    figures: { plain: "gross_margin_amount", value: "gross_margin_amount", rate: "gross_margin_pct" },
  },
  {
    words: list(
      "discount|rebate|markdown|price reduction|price reductions|reduction|money off|price cut|price cuts|knocked off|" +
        "knock off|give away in discounts|gave away|given away|give away|price concessions|allowances given|reduced prices|" +
        "discounts granted|granted discounts|promo discount|discounting" +
        "|rebates granted|lost to discounts|taken off prices|knocked off the price|off the price" +
        "|price concession|special offers cost|let customers off|reductions granted|reductions given",
    ),
    figures: { plain: "discount_amount", value: "discount_amount", rate: "discount_rate" },
  },
  {
    words: list(
      "returned|return|returns|bring back|brought back|brings back|took back|take back|taken back|gave back|give back|" +
        "given back|hand back|handed back|goods back|items back|sent back by customers|came back from customers|" +
        "come back from customers|goods coming back|changed their mind" +
        "|returned goods|returned items|goods brought back|items brought back|brought back by customers" +
        "|sales returned|products returned|sent back to us|sent back by shoppers",
    ),
    figures: { plain: "return_count", value: "return_amount", rate: "return_rate" },
  },
  {
    words: list(
      "refund|refunded|hand back|give back|gave back|refunding|reimburse|reimbursed|money back|paid back to customers|money returned|repaid to customers|" +
        "pay back to customers|paid back for returns|credit to customers for returns" +
        "|refunds paid|money given back|paid back to shoppers|refund payments|gave money back|value sent back" +
        "|repaid for returned goods",
    ),
    figures: { plain: "return_amount", value: "return_amount", rate: "return_rate" },
  },
  {
    words: list(
      "customers served|customer served|served customers|buyer|shopper|unique customer|different customers|customers bought|" +
        "customers buy|customers came|customers come|people bought|people shopped|customers shopped|clients served|" +
        "people served|visitors who bought|number of customers|customers we had|customers did we have|individual customers|" +
        "distinct customers|footfall|bought something|bought from us|buy from us" +
        "|shoppers served|different people|individual shoppers|different buyers|separate customers" +
        "|clients came|served people|how many shoppers|customers through the door",
    ),
    figures: { plain: "customer_count" },
  },
  {
    words: list(
      "repeat customer|returning customer|loyal customer|regular customer|regulars|customers came again|bought again|" +
        "buy again|more than once|came back customers|come back customers|customers return|customers who return|" +
        "repeat buyer|repeat business|twice or more",
    ),
    figures: { plain: "repeat_customer_count", rate: "repeat_customer_rate" },
  },
  {
    words: list(
      "target attainment|target reached|reach target|reached target|hit target|hit the target|meet target|met target|" +
        "achieve target|achieved target|achievement|attain|attained|attainment|against target|versus target|" +
        "compared to target|compared with target|target fulfilment|plan fulfilment|fulfil target|fulfilled target|" +
        "made target|make target|make their target|made their target|ahead of target|behind target|short of target|" +
        "missed target|miss target|missing target|off target|on target|close to target|under target|over target|" +
        "below target|above target|of target|of the target|of their target|of plan|of budget|against plan|against budget|" +
        "versus plan|versus budget|target achievement|goal attainment|reach goal|reached goal|met their goal|of quota" +
        "|plan reached|reached plan|reached their plan|percent of plan|percent of target|met plan" +
        "|meeting target|meet their target|behind plan|short of plan|short of budget|below plan|under plan" +
        "|above plan|over plan|exceeded target|exceed target|beat target|beat their target|beaten target" +
        "|behind budget|ahead of plan|ahead of budget|versus goal|against goal|reach their goal" +
        "|target fulfilled|under target|short of goal",
    ),
    figures: { plain: "target_attainment", rate: "target_attainment" },
  },
  {
    words: list(
      "sales target|target|goal|quota|sales goal|sales plan|planned sales|sales budget|asked of the shops" +
        "|planned revenue|planned turnover|revenue target|turnover target|sales objective|supposed to sell" +
        "|meant to sell|budgeted sales|budgeted revenue",
    ),
    figures: { plain: "sales_target" },
  },
  {
    words: list("price|unit price|selling price|average price|price per unit|price per piece|charge per unit"),
    figures: { plain: "avg_unit_price", average: "avg_unit_price" },
  },
  {
    words: list(
      "items per receipt|items per basket|items per sale|pieces per receipt|pieces per basket|units per receipt|units per basket|articles per receipt|things per basket|products per basket",
    ),
    figures: { plain: "items_per_receipt" },
  },
  {
    words: list(
      "pending approval|awaiting approval|waiting for approval|waiting approval|waiting to be approved|wait for approval|" +
        "to be approved|not yet approved|not approved yet|still to approve|still to be approved|need approval|needs approval|" +
        "needing approval|open approval|approval queue|approval backlog|unapproved|undecided|not decided|awaiting decision|" +
        "awaiting a decision|waiting for a decision|waiting for decision|await decision|awaiting sign off|waiting for sign off|" +
        "waiting for signature|awaiting signature|needs signing|to be signed|to sign|waiting for a yes|stuck in approval|" +
        "stuck with approvers|in the approval queue|pending|open decisions|hang in approval|hanging in approval|" +
        "on the desk|on their desk|on someone's desk|documents waiting|documents awaiting|papers waiting|outstanding approvals|" +
        "approvals outstanding|submitted but not decided|sitting with approvers|to decide on" +
        "|yes or a no|need a decision|needing a decision|to be decided|lie for approval|lying for approval" +
        "|open for approval|awaiting release|to be released|awaiting a yes|waiting for an okay|waiting for ok" +
        "|still unapproved|in the in-tray|queue for approval|with approvers|submitted for approval" +
        "|wait for a signature|hang on approval|stand for approval|wait to be approved|waiting on approval",
    ),
    figures: { plain: "pending_approval_count" },
  },
  {
    words: list(
      "overdue documents|documents overdue|overdue papers|overdue paperwork|documents past due|documents past their date|" +
        "past their due date|past the due date|past their date|past deadline documents|documents late|late documents|" +
        "documents delayed|missed their deadline|passed their due date|passed the due date|decision overdue|overdue approvals|" +
        "overdue for decision|overdue decisions|overdue for approval" +
        "|deadline passed|due date passed|past their deadline|beyond their deadline|due day gone by" +
        "|should have been decided|should have been approved|late in approval|slipped past their due date" +
        "|documents behind schedule",
    ),
    figures: { plain: "overdue_document_count" },
  },
  {
    words: list(
      "rejected|reject|rejection|refused documents|documents refused|declined documents|documents declined|turned down|" +
        "turn down|knocked back|knock back|thrown back|thrown out|sent back documents|documents sent back|papers sent back|" +
        "not accepted documents|documents not accepted|binned|disapproved|denied|thumbs down|said no to|got a no|" +
        "failed approval|fail approval|papers refused|refused papers|did not pass approval|not pass approval|vetoed" +
        "|refused|refuse|refusal|not get approved|got turned down|sent back for correction|turned back" +
        "|not let through|documents bounced",
    ),
    figures: { plain: "rejected_document_count", rate: "rejection_rate" },
  },
  {
    words: list(
      "approve|approval|approved|sign off|signing off|sign-off|decide|decision|deciding|get a yes|get approved|" +
        "green light|greenlight|clear documents|okay documents|submission to decision|submitted to decided|" +
        "from submission|get a document through|get a paper through|get through approval|turnaround|paperwork take|" +
        "documents take|a document take" +
        "|until approved|until a decision|until it is decided|get it approved|take to decide|take to sign" +
        "|take to get signed|processing time of documents|to be approved take|to get a decision|get signed off" +
        "|sign-off time|sign off take",
    ),
    figures: { time: "avg_approval_hours", average: "avg_approval_hours" },
  },
  {
    words: list(
      "expire|expiring|expires|expiry|run out|running out|lapse|lapsing|lapses|come to an end|coming to an end|comes to an end|" +
        "end soon|due for renewal|up for renewal|coming up for renewal|to be renewed|need renewing|needs renewing|renewal|" +
        "lose validity|become invalid|stop being valid|cease to be valid|no longer valid|end their validity|terminate|" +
        "reach their end date|validity ends|fall due for renewal" +
        "|lose their validity|validity runs out|contracts ending|renew|come up for renewal",
    ),
    figures: { plain: "expiring_document_count" },
  },
  {
    words: list(
      "have expired|already expired|expired|lapsed|out of date|outdated documents|no longer valid documents|invalid documents",
    ),
    figures: { plain: "expired_document_count" },
  },
  {
    words: list(
      "document|paper|paperwork|file|documents created|documents filed|new documents|documents opened|" +
        "documents drawn up|documents registered|documents written|documents prepared|documents produced|documents raised|" +
        "documents entered|documents coming in|documents logged|documents issued" +
        "|papers created|papers written|paper made|document written",
    ),
    figures: { plain: "document_count", value: "document_amount" },
  },
  {
    words: list(
      "net profit|profit|bottom line|net result|net income|net earnings|surplus|left after costs|left after expenses|" +
        "remain after costs|remains after costs|remained after costs|after all costs|after all expenses|" +
        "after everything is paid|after everything paid|when everything is paid|earned after costs|earn after costs|" +
        "end result|profit or loss|make a loss|made a loss|loss made|profitable|in the black|in the red|earnings|" +
        "gain|net gain|what is left for us|left for us" +
        "|profit made|total profit|overall profit|after deducting costs|earn in the end|earned in the end" +
        "|profit after everything|black or red|made a profit|what remained after costs|end up with after costs",
    ),
    figures: { plain: "net_profit", value: "net_profit" },
  },
  {
    words: list(
      "expense|spend|spent|spending|cost|costs|outgoing|outgoings|expenditure|outlay|disbursement|pay out|paid out|" +
        "paid for|pay for|charge|charged|set us back|set me back|money gone|money go|money went|money spent|money going out|" +
        "money went out|money goes out|money out|went through money|go through money|got through money|running costs|" +
        "operating cost|operating expense|overhead|costs booked|expenses booked|burn|cost us|costs us|bills paid|used up money" +
        "|costs incurred|cost incurred|expended|outflow|flowed out|money flowed out|money used|total cost" +
        "|paid away|cost booked|expense total|spent money|going on costs|eat up",
    ),
    figures: { plain: "expense_amount", value: "expense_amount" },
  },
  {
    words: list(
      "owe us|owes us|owed to us|owing to us|owing us|owe me|owes me|owed to me|customers owe|clients owe|customer owes|" +
        "debtor|debtors|receivable|receivables|outstanding from customers|customers outstanding|unpaid by customers|" +
        "customers have not paid|customers not paid|not yet paid by customers|still to be paid by customers|" +
        "to collect from customers|to be collected from customers|to get from customers|still to come in from customers|" +
        "due from customers|due from clients|customer debt|customers debt|money customers owe|open customer invoices|" +
        "unpaid customer invoices|unpaid invoices|open invoices|outstanding invoices|outstanding balance|credit customers have|" +
        "money we are owed|we are owed|are we owed|indebted to us|in our debt|get from debtors|trade debtors" +
        "|pay us|paid us|outstanding money|outstanding amounts|claims on customers|customers in debt" +
        "|debts of customers|open customer balances|customer balances|money due to us|open items of customers" +
        "|waiting for payment from customers|customers still have to pay",
    ),
    figures: { plain: "receivable_balance", value: "receivable_balance" },
  },
  {
    words: list(
      "overdue receivables|overdue from customers|customers overdue|overdue customer|overdue invoices|overdue debtors|" +
        "customers late paying|customers late with payment|customers behind|past due from customers|customers past due|" +
        "should have been paid by customers|should have paid us|should already have paid|late payers|late payment|" +
        "late payments|overdue debt|behind with payment|behind with their payments|overdue balance|receivables past due|" +
        "owe us overdue|owed to us overdue|in arrears|arrears",
    ),
    figures: { plain: "overdue_receivable", value: "overdue_receivable" },
  },
  {
    words: list(
      "we owe|do we owe|owe suppliers|owe vendors|owed to suppliers|owed to vendors|owe to suppliers|payable|payables|" +
        "creditor|creditors|due to suppliers|due to vendors|unpaid bills|unpaid supplier invoices|supplier invoices unpaid|" +
        "still have to pay|have to pay suppliers|need to pay suppliers|to pay suppliers|to pay to suppliers|" +
        "outstanding to suppliers|supplier debt|debt to suppliers|liabilities to suppliers|open supplier invoices|" +
        "bills to pay|trade creditors|we still owe|not paid suppliers|not yet paid suppliers|suppliers waiting for money|" +
        "suppliers wait for money|still to be paid to suppliers" +
        "|debts to suppliers|liability|liabilities|our debts|unpaid supplier invoices|open supplier invoices" +
        "|supplier balances|due to suppliers|indebted to|in debt to|outstanding bills|owe out|stay in debt" +
        "|open with suppliers|have to pay to suppliers",
    ),
    figures: { plain: "payable_balance", value: "payable_balance" },
  },
  {
    words: list(
      "overdue payables|overdue to suppliers|suppliers overdue|overdue supplier|overdue bills|overdue creditors|" +
        "should have paid suppliers|late paying suppliers|behind with suppliers|payables past due|past due to suppliers|" +
        "owe suppliers overdue|we owe overdue",
    ),
    figures: { plain: "overdue_payable", value: "overdue_payable" },
  },
  {
    words: list(
      "cash balance|bank balance|cash in bank|cash at bank|in the bank|at the bank|on the bank account|in our accounts|" +
        "cash in hand|cash on hand|cash position|cash available|liquid|liquidity|liquid funds|liquid means|available funds|" +
        "funds available|cash reserves|cash we have|cash have|cash do we hold|cash held|money in the bank|money available|" +
        "money in our accounts|money on the account|money on hand|money in hand|ready money|in the kitty|coffers" +
        "|bank account|account balance|cash reserves|money on the account|money on our account|liquid funds" +
        "|liquid means|funds at our disposal|funds available|money in the account|money at the bank|cash level" +
        "|at the bank|money in our accounts",
    ),
    figures: { plain: "cash_balance", value: "cash_balance" },
  },
  {
    words: list(
      "income|income booked|booked income|revenue booked|revenue in the books|credited to income|income accounts|ledger income",
    ),
    figures: { plain: "income_amount", value: "income_amount" },
  },
  {
    words: list(
      "open driver cash|cash with drivers|cash drivers still have|cash drivers still hold|cash still with drivers|" +
        "cash not handed in|cash not yet handed in|cash outstanding with drivers|cash held by drivers|drivers owe us|" +
        "driver owes us|cash in the hands of drivers|cash on the road|open cash of drivers",
    ),
    figures: { plain: "open_driver_cash", value: "open_driver_cash" },
  },
  {
    words: list(
      "cash handed in|cod handed in|handed in by drivers|drivers handed in|drivers hand in|cash hand in|hand-in|" +
        "cash given in by drivers|cash counted in",
    ),
    figures: { plain: "cod_handed_in_amount", value: "cod_handed_in_amount" },
  },
  {
    words: list(
      "cash short|cash shortage|cash short and over|short and over|shortfall of cash|cash shortfall|short in cash|" +
        "short cash|cash difference|cash differences|cash discrepancy|cash discrepancies|missing cash at hand-in",
    ),
    figures: { plain: "cash_short_over_amount", value: "cash_short_over_amount" },
  },
  {
    words: list(
      "cash banked|cod banked|cash deposited|cod deposited|cash deposit|deposited at the bank|brought to the bank|" +
        "cash taken to the bank|cash paid into the bank|paid into the bank",
    ),
    figures: { plain: "cod_banked_amount", value: "cod_banked_amount" },
  },
  {
    words: list(
      "owed to merchants|owe merchants|owe to merchants|owe our merchants|due to merchants|merchant balance|" +
        "cod owed|merchants are owed|outstanding to merchants|still to be paid to merchants|payable to merchants",
    ),
    figures: { plain: "cod_owed_balance", value: "cod_owed_balance" },
  },
  {
    words: list(
      "paid out to merchants|paid to merchants|pay out to merchants|merchant payout|payout to merchants|cod payout|" +
        "cod paid out|remitted to merchants|remittance to merchants|settled with merchants",
    ),
    figures: { plain: "cod_paid_out_amount", value: "cod_paid_out_amount" },
  },
  {
    words: list("cod fee|cash on delivery fee|fee for cash on delivery|fees for cod|cod charge|cod commission"),
    figures: { plain: "cod_fee_amount", value: "cod_fee_amount" },
  },
  {
    words: list("delivery fee|delivery fee income|fees for deliveries|delivery charges booked|fee for delivery"),
    figures: { plain: "delivery_fee_amount", value: "delivery_fee_amount" },
  },
  {
    words: list(
      "driver pay|pay of drivers|driver wage|driver wages|wages of drivers|drivers earned|pay to drivers|" +
        "driver earnings|earnings of drivers|courier pay",
    ),
    figures: { plain: "driver_pay_amount", value: "driver_pay_amount" },
  },
  {
    words: list(
      "cod booked|booked cod|cod in the ledger|cash on delivery booked|cash on delivery in the ledger|" +
        "cod in the books|collections booked|booked collections",
    ),
    figures: { plain: "cod_booked_amount", value: "cod_booked_amount" },
  },
  {
    words: list(
      "posting|ledger posting|ledger entry|ledger entries|journal line|journal lines|journal entries|entries in the ledger|postings made|lines posted|booking lines",
    ),
    figures: { plain: "posting_count" },
  },
];

/** How each kind of figure is asked for; `$` stands for the words of a concept. */
export const figureTemplates: Readonly<Record<FigureKind, readonly string[]>> = {
  plain: ["$"],
  rate: ["rate $", "how often $", "how likely $"],
  value: ["value $", "worth $", "money $", "amount $"],
  time: [
    "time $",
    "how long $",
    "duration $",
    "hours $",
    "minutes $",
    "how fast $",
    "how quick $",
    "how quickly $",
    "speed $",
    "slow $",
  ],
  quantity: ["quantity $", "units $", "pieces $", "volume $"],
  average: ["average $"],
};
