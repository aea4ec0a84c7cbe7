import { roleTexts } from '../../access/role-texts.ts'
import { venuePlaces } from '../../gst-state.ts'
import { leadStatuses } from '../../lead-status.ts'
import { differenceKinds } from '../../money/reconciliation/reconciliation.schema.ts'
import type { CurrencyCode } from '../../money.ts'
import { closeReasonTexts } from '../../people/advisory/advisory.schema.ts'
import { deliveryStates } from '../../staff/webhook/webhook.schema.ts'
import type { ExportKind, ReturnForm } from '../export/export.schema.ts'
import type { RecordType } from './record-types.ts'

/**
 * How the value of a member is written. An `amount` has the currency of its object or its order, or the one named here.
 * A `name` is the id of another record. `hidden` members mean nothing to staff.
 */
export type MemberKind =
  | 'text'
  | 'yes-no'
  | 'count'
  | 'percent'
  | 'seconds'
  | 'moment'
  | 'day'
  | 'amount'
  | 'file'
  | 'name'
  | 'person'
  | 'hidden'
  | { amount: CurrencyCode }
  | { choices: Readonly<Record<string, string>> }
  | { members: Members }

/** Members by name, each with its label and its kind. */
export type Members = { readonly [name: string]: readonly [label: string, kind: MemberKind] }

const roles = Object.fromEntries(Object.entries(roleTexts).map(([role, { name }]) => [role, name]))
const states = Object.fromEntries(venuePlaces.map(({ code, name }) => [code, name]))

const leadStatusTexts = Object.fromEntries(
  leadStatuses.map((status) => [status, status.replaceAll('_', ' ')]),
)
const deliveryStateTexts = Object.fromEntries(deliveryStates.map((state) => [state, humanized(state)]))
const differenceKindTexts = Object.fromEntries(differenceKinds.map((kind) => [kind, humanized(kind)]))

const price: Members = {
  currency_code: ['Currency', 'hidden'],
  current_price: ['Price', 'amount'],
  original_price: ['Original price', 'amount'],
  member_price: ['Member price', 'amount'],
  guest_price: ['Guest price', 'amount'],
  price: ['Referral discount', 'amount'],
}

const orderStatus: MemberKind = {
  choices: { pending: 'Pending', completed: 'Completed', refunded: 'Refunded', failed: 'Failed' },
}

/** Members that mean the same on every record. */
const shared: Members = {
  _id: ['ID', 'hidden'],
  id: ['ID', 'hidden'],
  version: ['Version', 'hidden'],
  created_at: ['Created', 'hidden'],
  deleted_by: ['Deleted by', 'text'],
  waiting: ['Waiting in the bin', 'count'],
  lost: ['Gone for good', 'count'],
  title: ['Title', 'text'],
  description: ['Description', 'text'],
  is_active: ['Active', 'yes-no'],
  start_time: ['Start', 'moment'],
  end_time: ['End', 'moment'],
  prices: ['Prices', { members: price }],
  note: ['Note', 'text'],
}

/** Work that was refused when it began. */
const refused: Members = {
  requested_by: ['Requested by', 'text'],
  problem: ['Problem', 'text'],
}

const session: Members = {
  banner: ['Banner', 'file'],
  creator_id: ['Creator', 'name'],
  zoom_hub_name: ['Zoom account', 'text'],
  copied_from: ['Copied from', 'name'],
}

const reported: Members = {
  user_id: ['User ID', 'hidden'],
  user_name: ['Author', 'text'],
  message: ['Text', 'text'],
  reports: ['Reports', { members: {} }],
  reason: ['Reason', 'text'],
  attachments: ['Attachments', 'count'],
}

const rows: Members = { rows: ['Rows', 'count'] }

/** The members of the records of each type. */
const byType: Record<RecordType, Members> = {
  masterclass: {
    ...session,
    attendance_type: [
      'Attendance type',
      { choices: { hybrid: 'Hybrid', virtual: 'Virtual', 'in-person': 'In person' } },
    ],
    venue_state: ['State of the venue', { choices: states }],
    is_attach_to_superclass: ['Attached to Superclass', 'yes-no'],
    links: [
      'Community link',
      { members: { name: ['Name', 'text'], url: ['URL', 'text'], is_active: ['Active', 'yes-no'] } },
    ],
  },
  event: {
    ...session,
    ticket_banner: ['Ticket banner', 'file'],
    post_event_banner: ['Post-event banner', 'file'],
    location: ['Location', 'text'],
    city: ['City', 'text'],
    venue_state: ['State of the venue', { choices: states }],
    google_map_location: ['Google Map location', 'text'],
    member_only: ['Members only', 'yes-no'],
    total_tickets: ['Tickets', 'count'],
    total_tickets_sold: ['Tickets sold', 'count'],
    is_unlimited_tickets: ['Unlimited tickets', 'yes-no'],
    sold_out: ['Sold out', 'yes-no'],
    is_paid: ['Paid', 'yes-no'],
    is_published: ['Published', 'yes-no'],
    event_type: ['Type', { choices: { ONLINE: 'Online', OFFLINE: 'Offline' } }],
    referral_discount: ['Referral discount', { members: price }],
    discount: [
      'Discount',
      { members: { percentage: ['Discount', 'percent'], coins: ['Discount in coins', 'count'] } },
    ],
  },
  banner: {
    url: ['First file', 'hidden'],
    files: ['File', { members: { url: ['File', 'file'], type: ['Type', 'hidden'] } }],
    priority: ['Priority', 'hidden'],
    order: ['Order', 'count'],
    redirect: [
      'Link',
      {
        members: {
          type: ['Link', { choices: { external: 'External', internal: 'Internal' } }],
          redirect_link: ['Link address', 'text'],
          page: ['Page', { choices: { events: 'Events', webinars: 'Webinars' } }],
          props: ['Field', { members: { entity_id: ['Entity ID', 'text'] } }],
        },
      },
    ],
  },
  post: {
    ...reported,
    records: ['Records', 'count'],
    tags: ['Tags', 'text'],
    attachments: [
      'Attachments',
      {
        members: {
          images: ['Images', 'file'],
          video: ['Video', 'file'],
          audio: ['Audio', 'file'],
          file: ['File', 'file'],
        },
      },
    ],
    poll: [
      'Poll',
      {
        members: {
          options: ['Poll option', { members: { option: ['Option', 'text'], votes: ['Votes', 'count'] } }],
          expires_at: ['Poll ends', 'moment'],
          allow_multiple: ['Several answers', 'yes-no'],
        },
      },
    ],
    is_pinned: ['Pinned', 'yes-no'],
    like_count: ['Likes', 'hidden'],
    comment_count: ['Comments', 'hidden'],
    likes: ['Likes', 'count'],
    comments: ['Comments', 'count'],
  },
  comment: {
    ...reported,
    post_id: ['Post ID', 'hidden'],
    parent_comment_id: ['Comment ID', 'hidden'],
    replies: ['Replies', 'count'],
  },
  user: {
    reason: ['Reason', 'text'],
    first_name: ['First name', 'text'],
    last_name: ['Last name', 'text'],
    email: ['E-mail', 'text'],
    phone: ['Phone', 'text'],
    username: ['User name', 'text'],
    designation: ['Designation', 'text'],
    external_id: ['ID in the other system', 'text'],
    is_email_verified: ['E-mail verified', 'yes-no'],
    is_phone_verified: ['Phone verified', 'yes-no'],
    reports: ['Reports', { members: {} }],
    posts: ['Posts', 'count'],
    comments: ['Comments', 'count'],
    attachments: ['Attachments', 'count'],
    merged_id: ['Merged account', 'hidden'],
    merged_name: ['Name of the merged record', 'text'],
    merged_email: ['E-mail of the merged record', 'text'],
    merged_phone: ['Phone of the merged record', 'text'],
    moved: ['Moved records', 'count'],
  },
  news: {
    heading: ['Heading', 'text'],
    thumbnail: ['Thumbnail', 'file'],
    source: ['Source', 'text'],
    reference_link: ['Reference link', 'text'],
    price: ['Price', { amount: 'INR' }],
    is_free: ['Free', 'yes-no'],
  },
  creator: {
    first_name: ['First name', 'text'],
    last_name: ['Last name', 'text'],
    email: ['E-mail', 'text'],
    phone: ['Phone', 'text'],
  },
  advisor: {
    first_name: ['First name', 'text'],
    last_name: ['Last name', 'text'],
    email: ['E-mail', 'text'],
    services: ['Services', { members: { service_name: ['Service', 'text'] } }],
  },
  'advisory-service': {
    service_name: ['Service', 'text'],
    buffer_time: ['Buffer time', 'seconds'],
    slot_time: ['Slot time', 'seconds'],
    advisors: ['Advisor', 'person'],
  },
  registration: {
    session_id: ['Session', 'name'],
    user_id: ['Account', 'hidden'],
    user_name: ['Name', 'text'],
    user_email: ['E-mail', 'text'],
    user_phone: ['Phone', 'text'],
    source: ['Source', 'text'],
    given_back_at: ['Given back at', 'moment'],
    given_back_reason: [
      'Given back',
      { choices: { refund: 'Refunded', cancelled: 'Cancelled', staff: 'By staff' } },
    ],
    attended_at: ['Attended at', 'moment'],
    attended_minutes: ['Minutes attended', 'count'],
  },
  lead: {
    status: ['Status', { choices: leadStatusTexts }],
    close_reason: ['Reason', { choices: closeReasonTexts }],
    close_note: ['Note on the reason', 'text'],
    advisor: ['Advisor', 'person'],
    service: ['Service', 'text'],
    first_name: ['First name', 'text'],
    last_name: ['Last name', 'text'],
    email: ['E-mail', 'text'],
    phone: ['Phone', 'text'],
  },
  coupon: {
    code: ['Code', 'text'],
    valid_till: ['Valid till', 'moment'],
    absolute_discount: ['Discount (INR)', { amount: 'INR' }],
    absolute_discount_usd: ['Discount (USD)', { amount: 'USD' }],
    discount_percentage: ['Discount', 'percent'],
    max_redemptions: ['Max redemptions', 'count'],
    max_per_person: ['Max per person', 'count'],
    entity_id: ['Record', 'name'],
    entity_type: ['Type of the record', 'hidden'],
  },
  'membership-held': {
    user_id: ['Account', 'hidden'],
    membership_id: ['Membership', 'hidden'],
    order_reference: ['Order', 'text'],
    starts_at: ['Start', 'moment'],
    ends_at: ['End', 'moment'],
    cancelled_at: ['Cancelled', 'moment'],
  },
  shortlink: {
    shortCode: ['Short code', 'text'],
    webUrl: ['Web URL', 'text'],
    appUrl: ['App URL', 'text'],
    params: ['Parameter', { members: {} }],
  },
  'payment-page': {
    venue_state: ['State of the venue', { choices: states }],
    banner: ['Banner', 'file'],
    meta: [
      'Lead tracking',
      {
        members: {
          lsq: [
            'Lead tracking',
            {
              members: {
                add_to_cart: ['Lead ID of Add to Cart', 'text'],
                purchase: ['Lead ID of Purchase', 'text'],
              },
            },
          ],
        },
      },
    ],
  },
  transaction: {
    status: ['Status', orderStatus],
    amount: ['Amount', 'amount'],
    currency_code: ['Currency', 'hidden'],
    refund_id: ['Refund', 'hidden'],
    refund_state: [
      'Refund',
      {
        choices: {
          requested: 'Requested',
          pending: 'Pending',
          unknown: 'Not known yet',
          processed: 'Processed',
          failed: 'Failed',
        },
      },
    ],
    refund_request_id: ['Request', 'hidden'],
    refund_batch_id: ['Refund of all orders', 'hidden'],
    requested_by: ['Requested by', 'text'],
    cause: [
      'Why a second person decides',
      { choices: { amount: 'The amount', day: 'The refunds of the day' } },
    ],
    refunded_amount: ['Refunded', 'amount'],
    reason: ['Reason', 'text'],
    reason_code: ['Reason', 'text'],
    note_id: ['Note', 'hidden'],
    text: ['Note', 'text'],
    payment_id: ['Payment ID', 'text'],
    payment_method: ['Payment method', 'text'],
    gateway_order_id: ['Gateway order ID', 'text'],
    gateway_check_at: ['Next check', 'hidden'],
    completed_at: ['Paid at', 'moment'],
    document_state: ['Invoice', 'hidden'],
    invoice: ['Invoice', 'text'],
    credit_note: ['Credit note', 'text'],
    debit_note: ['Debit note', 'text'],
    document: ['Document', 'text'],
    link_ends_at: ['Link works until', 'moment'],
    discount_amount: ['Discount', 'amount'],
    coupon_id: ['Coupon', 'hidden'],
    coupon_code: ['Coupon', 'text'],
    entity_id: ['Record', 'name'],
    entity_type: ['Type of the record', 'hidden'],
    entity_title: ['Title', 'text'],
    entity_start_time: ['Start', 'moment'],
    user_id: ['Account', 'hidden'],
    user_first_name: ['First name', 'text'],
    user_last_name: ['Last name', 'text'],
    user_email: ['E-mail', 'text'],
    user_phone: ['Phone', 'text'],
    billing_name: ['Billing name', 'text'],
    billing_address: ['Billing address', 'text'],
    gstin: ['GSTIN', 'text'],
    is_sez: ['SEZ unit', 'yes-no'],
    source: ['Source', 'text'],
    medium: ['Medium', 'text'],
    campaign: ['Campaign', 'text'],
    zoom_join_url: ['Joining link', 'text'],
    outside_document: ['Invoice of another system', 'text'],
    attendance: ['Attendance', { choices: { 'in-person': 'In person', online: 'Online' } }],
    venue_state: ['State of the venue', 'text'],
    billing_state: ['State', 'text'],
    billing_country: ['Country', 'text'],
    outcome: ['Outcome', 'hidden'],
    found: ['Found', 'text'],
  },
  'refund-batch': {
    state: [
      'State',
      {
        choices: {
          waiting: 'Waiting',
          running: 'Running',
          stopped: 'Stopped',
          done: 'Done',
          declined: 'Declined',
          withdrawn: 'Withdrawn',
        },
      },
    ],
    cause: [
      'Why a second person decides',
      { choices: { amount: 'The amount', day: 'The refunds of the day' } },
    ],
    orders: ['Orders', 'count'],
    amount_inr: ['In rupees', { amount: 'INR' }],
    amount_usd: ['In dollars', { amount: 'USD' }],
    entity_id: ['Record', 'name'],
    entity_type: ['Type of the record', 'hidden'],
    reason: ['Reason', 'text'],
    reason_code: ['Reason', 'text'],
    requested_by: ['Requested by', 'text'],
    tried_again: ['Tried again', 'count'],
    waiting: ['Waiting', 'count'],
    pending: ['With the gateway', 'count'],
    done: ['Refunded', 'count'],
    failed: ['Failed', 'count'],
    skipped: ['Skipped', 'count'],
  },
  'refund-reason': {
    code: ['Code', 'text'],
    label: ['Label', 'text'],
    position: ['Position', 'count'],
  },
  difference: {
    kind: ['Kind', { choices: differenceKindTexts }],
    transaction_id: ['Order', 'name'],
    amount: ['Amount', 'amount'],
    currency_code: ['Currency', 'text'],
    reason: ['Reason', 'text'],
    resolution: [
      'Resolved',
      {
        choices: {
          agreed: 'Both sides agree',
          healed: 'Greenroom followed the gateway',
          staff: 'By staff, with a note',
          refunded: 'The payment was refunded',
        },
      },
    ],
  },
  comparison: { day: ['Day', 'day'], month: ['Month', 'text'] },
  dispute: {
    state: ['State', 'text'],
    phase: ['Phase', 'text'],
    amount: ['Amount', 'amount'],
    amount_deducted: ['Taken, says Razorpay', 'amount'],
    currency_code: ['Currency', 'text'],
    taken: ['Taken in settlements', 'amount'],
    reason_code: ['Reason', 'text'],
    reason_description: ['Reason', 'text'],
    respond_by: ['Evidence due', 'moment'],
    ended_at: ['Ended', 'moment'],
  },
  settlement: {
    utr: ['UTR', 'text'],
    settled_at: ['Settled at', 'moment'],
    line_count: ['Lines', 'count'],
    payments: ['Payments', { amount: 'INR' }],
    refunds: ['Refunds', { amount: 'INR' }],
    adjustments: ['Adjustments', { amount: 'INR' }],
    fee: ['Fee with GST', { amount: 'INR' }],
    tax: ['GST on the fee', { amount: 'INR' }],
    net: ['To the bank', { amount: 'INR' }],
    entity_id: ['Line', 'text'],
    settlement_id: ['Settlement', 'hidden'],
    kind: ['Kind', 'text'],
    payment_id: ['Payment ID', 'text'],
    gateway_order_id: ['Gateway order ID', 'text'],
    dispute_id: ['Dispute', 'text'],
    amount: ['Amount', 'amount'],
    debit: ['Taken', 'amount'],
    credit: ['Added', 'amount'],
    currency_code: ['Currency', 'text'],
    method: ['Payment method', 'text'],
    made_at: ['Made at', 'moment'],
  },
  'gst-period': {
    usd_rate: ['Rupees for one dollar', 'text'],
    filed_at: ['Filed at', 'moment'],
    filed_by: ['Filed by', 'text'],
    arn: ['ARN', 'text'],
    annual_return_filed_on: ['Annual return filed on', 'day'],
  },
  export: {
    ...rows,
    ...refused,
    kind: [
      'Kind',
      {
        choices: {
          transactions: 'Transactions',
          documents: 'Documents',
          'gst-return': 'Return',
          registrations: 'Registrations',
          history: 'History',
          numbers: 'Numbers',
          coupons: 'Coupons',
          people: 'People',
          settlements: 'Settlements',
          journal: 'Journal',
        } satisfies Record<ExportKind, string>,
      },
    ],
    of: ['Rows', { choices: { settlements: 'Settlements', lines: 'Lines', days: 'Days' } }],
    by: [
      'Counted on',
      { choices: { ordered: 'Day of the order', paid: 'Day paid', refunded: 'Day paid or refunded' } },
    ],
    settlement: ['Settlement', 'hidden'],
    format: ['Format', { choices: { csv: 'CSV', xlsx: 'Excel', json: 'JSON', xml: 'XML' } }],
    filters: ['Filter', { members: {} }],
    columns: ['Columns', 'text'],
    month: ['Month', 'text'],
    form: [
      'Return',
      {
        choices: {
          gstr1: 'GSTR-1',
          gstr1a: 'GSTR-1A',
          gstr3b: 'GSTR-3B',
          amendments: 'Amendments',
        } satisfies Record<ReturnForm, string>,
      },
    ],
    document_kind: [
      'Kind of document',
      { choices: { invoice: 'Invoice', 'credit-note': 'Credit note', 'debit-note': 'Debit note' } },
    ],
  },
  file: { media_type: ['Type', 'text'], byte_size: ['Size in bytes', 'count'] },
  staff: {
    email: ['E-mail', 'text'],
    role: ['Role', { choices: roles }],
    is_disabled: ['Disabled', 'yes-no'],
    role_by_hand: ['Role given by an owner', 'yes-no'],
    group_role: ['Role of the groups', { choices: roles }],
    replaced_invitation: ['Replaced invitation as', { choices: roles }],
  },
  'api-key': {
    name: ['Name', 'text'],
    permissions: ['Permissions', 'text'],
    expires_at: ['Expires', 'moment'],
  },
  'saved-view': {
    path: ['Screen', 'text'],
    name: ['Name', 'text'],
    search: ['Filter', { members: {} }],
    is_shared: ['Shared', 'yes-no'],
  },
  webhook: {
    state: ['State', { choices: deliveryStateTexts }],
    destination: ['Destination', { choices: { product: 'Public product', 'lead-squared': 'LeadSquared' } }],
    count: ['Webhooks', 'count'],
  },
  person: {
    label: ['Label', 'text'],
    note_id: ['Note', 'hidden'],
    other: ['The other person', 'hidden'],
    purpose: ['Purpose', { choices: { marketing: 'Marketing' } }],
    channel: ['Channel', { choices: { email: 'e-mail', whatsapp: 'WhatsApp', phone: 'phone and SMS' } }],
    is_given: ['Agreed', 'yes-no'],
    at: ['Said', 'moment'],
  },
  erasure: {
    ...refused,
    documents_until: ['Tax documents kept until', 'day'],
    entries: ['Entries', 'count'],
  },
  session: {
    ended_because: [
      'Reason',
      {
        choices: {
          own: 'By its own person, from another session',
          staff: 'By an owner',
          disabled: 'The account was disabled',
          'invited-again': 'The address was invited again',
        },
      },
    ],
  },
  sample: {},
}

/** Types whose members are counts by kind: "orders: 3". */
const countedTypes: readonly string[] = ['person', 'erasure', 'sample']

/** Returns label and kind of a record's member; undefined for one that has no text yet. */
export function memberText(
  type: string,
  name: string,
): readonly [label: string, kind: MemberKind] | undefined {
  const own = Object.hasOwn(byType, type) ? byType[type as RecordType] : {}
  if (Object.hasOwn(own, name)) return own[name]
  if (countedTypes.includes(type)) return [humanized(name), 'count']
  return Object.hasOwn(shared, name) ? shared[name] : undefined
}

/** Turns a name of code into a label: "max_per_person" becomes "Max per person". */
export function humanized(name: string): string {
  const words = name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[._-]+/g, ' ')
    .trim()
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
