import type { GuideId } from './guide-index.ts'

/**
 * A sentence of the guide. **Refund** marks a word as it is on the screen, [[transactions]] a link to a screen. A test
 * compares the words with the messages of the screens, so that a renamed button cannot stay here under its old name.
 */
type GuideText = string

interface GuidePage {
  /** When somebody does this. */
  when: GuideText
  steps: readonly GuideText[]
  /** What it means to the people outside. */
  effect: GuideText
  /** What can be taken back, and how. */
  undo: GuideText
  /** Describes the picture, which `npm run screens -- -g GUIDE` makes. */
  picture: string
  see: readonly GuideId[]
}

/** The guide: a page for each daily job (OQ-670). */
export const guide: Record<GuideId, GuidePage> = {
  publish: {
    when: 'A masterclass or webinar is planned, and people should be able to register.',
    steps: [
      'Open [[masterclass]] or [[webinar]] and choose **Create**.',
      'Fill in **Masterclass Details**, **Price Details** and **Joining Details**. A webinar is one form.',
      'If something is missing, choose **Save in draft**. The draft waits under **Draft** and nobody outside sees it.',
      'Choose **Publish Event**, or later **Publish** on the card of the draft. Greenroom checks it first: what is marked **Must be changed** stops it, a **Warning** only asks.',
      'For a series, choose **Repeat on dates** in the menu of its card. The copies are drafts, or are published at once: what can’t be published stays a draft and is named with its reason.',
      'Copy the link **Payment Page** from its card under **Active**, and share it. How it fills is in [[transactions]] under **Numbers**, in the report **Seats before a session**.',
    ],
    effect: 'Buyers can register at once, and the **Zoom account** is booked for its time.',
    undo: '**Deactivate** on the card of a masterclass moves it back to **Draft** and stops the sale. Once a session has begun, it can no longer be edited.',
    picture: 'The check before a masterclass is published, with what it found',
    see: ['sell', 'waiting'],
  },
  sell: {
    when: 'You sell one thing at its own price, by a link that you share.',
    steps: [
      'Open [[paymentPages]] and choose **Create New**.',
      'Add **Banner**, **Title** and **Description**, then the **Prices** without GST. Type digits only: the last two are paise or cents.',
      'Leave **Active** on and choose **Create**. The link **Payment Page** is now in its row: copy it and share it.',
      'For a campaign, open [[shortlinks]] and choose **Create Shortlink**. The page is its **Web URL**; add the campaign under **Parameters**.',
      'Coupons are for masterclasses and memberships: **Create New** in [[coupons]] makes one, and **+ Add coupon** on a masterclass or **Add Coupon** in [[memberships]] links it. **Change last day** ends or extends several that are selected, **Link to…** links them together, and **Export** saves the list as a file.',
    ],
    effect: 'Buyers pay the price with GST through Razorpay. Their orders are in the list [[customOrders]].',
    undo: 'Switch the page off under **Status**: it is kept, but can’t be bought. Orders stay as they are.',
    picture: 'The form of a new payment page: banner, title, description and prices',
    see: ['refund', 'publish'],
  },
  refund: {
    when: 'A buyer should get all or a part of the money back.',
    steps: [
      'Press **Search** at the top and paste the order number, phone or e-mail address, or find the order in [[transactions]].',
      'Open the order and choose **Refund**.',
      'To return less than the whole amount, choose **Part of it** and enter the **Amount**.',
      'Choose a **Reason**. A **Note** tells colleagues more.',
      'Check the facts and press **Refund** with the amount. Above a limit the button says **Request refund**: a colleague then decides in [[refundRequests]].',
    ],
    effect:
      'The money goes to the original payment method, in the working days after **Arrives**. Greenroom issues a credit note for an invoiced order.',
    undo: 'A refund can’t be undone, and Razorpay keeps its fee. A request can be taken back with **Withdraw** until somebody decides.',
    picture: 'The question before a refund: how much, the reason, and when the money arrives',
    see: ['waiting', 'month'],
  },
  waiting: {
    when: 'Somebody paid, and waits for access, an invoice or a refund.',
    steps: [
      'Press **Search** at the top and paste the phone, e-mail address or payment ID. Open the order.',
      'If the order is **Pending**, choose **Check with Razorpay**, then **Check**. If Razorpay has the payment, the order is completed.',
      'If that finds nothing, look in [[differences]]: **Complete the order** or **Record the refund** settles most of them. A payment of another amount is kept with **Accept this amount** or given back with **Refund it**. **Resolve** closes one with a note. Those that need no money to move can be selected and resolved together.',
      'If the invoice is missing, **Invoice** on the order downloads it. **Copy link** beside a document makes an address that the buyer opens without signing in, for 24 hours. If it has the wrong buyer, GSTIN or State, **Correct** beside it shows a preview, then issues a credit note and a new invoice.',
      'For a refund, look under **Refunds** on the order. **Not confirmed yet** means that Razorpay has not answered.',
      'Write under **Timeline** what you told the buyer.',
    ],
    effect:
      'A completed order gives access and an invoice. Greenroom sends no e-mail: tell the buyer yourself.',
    undo: 'A completed order can’t be taken back; it can only be refunded. A note can’t be changed.',
    picture: 'The question before an order is checked with Razorpay',
    see: ['refund', 'publish'],
  },
  moderate: {
    when: 'Members have reported somebody, a post or a comment.',
    steps: [
      'Open [[users]], [[posts]] or [[comments]]. The numbers in the sidebar say how many wait.',
      'Read what was reported, how often and why. **Show post** opens the post around a comment. **Report types** shows only some reasons.',
      'If nothing is wrong, choose **Ignore**. The reports are closed and the item stays.',
      'If it breaks the rules, choose **Delete**. The question names what goes with it; choose **Delete** again.',
      'The keys under **Keyboard** do the same without the mouse.',
      '**Numbers** in [[transactions]] has the report **Moderation**: how many reports came in and were handled, and how fast.',
    ],
    effect:
      'What is deleted disappears for members, with its comments. Orders and bookings of a deleted person stay.',
    undo: 'The [[bin]] keeps it for 30 days: **Restore** brings it back. For ten seconds, so does **Undo** in the message.',
    picture: 'A reported post with its reports by reason, and the buttons Ignore and Delete',
    see: ['erase'],
  },
  lead: {
    when: 'Somebody booked an advisory call, or has just had one.',
    steps: [
      'Open [[leads]] and choose the view **Today**: it counts for each advisor what needs action. Each number opens its leads.',
      'Open a lead. If it has no **Advisor**, choose one; it is saved at once.',
      'Call the number under **Phone**, or write to the **Email**.',
      'After the call choose the new **Status**. It is saved at once.',
      'A lead closed without a sale asks why: choose a **Reason** and **Save status**.',
      '**Next lead** opens the next one of the list. How far the leads of each source came is in [[transactions]] under **Numbers**, in the report **Leads by source**.',
    ],
    effect: 'The person gets no message from Greenroom. Time and link of the call stay.',
    undo: 'Choose the earlier status again. **Status history** keeps both with their times.',
    picture: 'A lead with its status, its advisor and the contact details',
    see: ['waiting'],
  },
  month: {
    when: 'A month is over and GSTR-1 is due.',
    steps: [
      'Open [[months]] and the month. Its **Steps** say what is left to do.',
      '**Compare with Razorpay**: **Open differences** lists those of the month, and **Compare again** looks at each day once more. Settle what is **Open** in [[differences]].',
      '**Add missing States**: one dialog has all invoices without one, with a guess from other orders of the buyer. [[documents]] lists them too.',
      '**Set the dollar rate**, if the month has documents in dollars: enter the **Exchange rate (₹ per $1)** and **Save rate**.',
      '**Check GSTR-1**: **The tables equal the registers to the paisa.** Then **Export GSTR-1**: under **Download** choose **GSTR-1**, and file it on the GST portal.',
      'Choose **Mark as filed**.',
    ],
    effect:
      'Buyers notice nothing: an issued invoice never changes. After filing, no document is dated into the month.',
    undo: '**Mark as not filed** opens the month again. The return at the GST portal stays as it is.',
    picture: 'A month: its steps, and what is left to do in each',
    see: ['waiting', 'refund'],
  },
  erase: {
    when: 'Somebody asks you to remove their personal data, or for a copy of it.',
    steps: [
      'Open [[personalData]], enter the whole e-mail address, phone or user id, and choose **Find**.',
      'Choose **Open** beside the person. Read **Will be erased** and **Will be kept**.',
      'For a copy, choose **Export as JSON** before you go on.',
      'Choose **Erase…**, type the text that the question shows, and choose **Erase**.',
      'Follow it under **Earlier erasures**. Ask Razorpay, Zoom and other services to erase the person as well.',
    ],
    effect:
      'Account, posts and comments are gone. Orders and bookings keep amounts and times without a name; tax documents stay for as long as the law says.',
    undo: 'An erasure can’t be undone. Backups made before keep the details until you delete them.',
    picture: 'What is erased and what is kept',
    see: ['moderate'],
  },
  invite: {
    when: 'A colleague should work in Greenroom, or with another role.',
    steps: [
      'Open [[staff]] and choose **Invite**.',
      'Enter the **E-mail** with which they sign in, choose a **Role**, and choose **Invite**.',
      'Choose **Copy invitation** in the message, or later in the menu of the row, and send it yourself: Greenroom sends no e-mail.',
      'They open the console and sign in with that address. Until then their state is **Invited**.',
      'The menu of the row has **Change role** for another role, and **Disable** for somebody who leaves.',
    ],
    effect: 'Colleagues see the screens of their role only. A change takes effect within a few seconds.',
    undo: 'Change the role again at any time. **Enable** lets a disabled account in again; nothing that it did is lost.',
    picture: 'The form that invites a colleague, with the roles to choose from',
    see: ['connect'],
  },
  connect: {
    when: 'Your website or app should exchange data with Greenroom.',
    steps: [
      'Open [[apiKeys]] and choose **Create key**.',
      'Enter a **Name** that says which server uses it. Under **Start with** choose **Website** to read, **Checkout** to send orders as well.',
      'Choose when it **Ends**, then **Create key**.',
      'Choose **Copy key** and keep it with the secrets of your server. It is not shown again.',
      'Give your engineers the address of this console with /docs behind it: all calls are described there and can be tried.',
      'To have Greenroom tell your product what changes, give whoever runs Greenroom the address that takes its webhooks. [[webhooks]] shows each one. **Send again** repeats one.',
    ],
    effect: 'People in your product see what Greenroom publishes, and their orders appear here.',
    undo: '**Revoke** stops a key within 20 seconds and can’t be undone. Make a new key first.',
    picture: 'The form of a new API key: its name, its permissions and when it ends',
    see: ['invite', 'sell'],
  },
}
