/** What the text of an action may use. */
interface ActionContext {
  /** The record: 'the masterclass “X”'. */
  it: string
  label: string
  after: Readonly<Record<string, unknown>>
  money(minor: unknown): string
  /** The name of another record. */
  name(id: unknown): string | undefined
  /** The label of a member's choice. */
  choice(member: string, value: unknown): string
}

export type ActionText = string | ((context: ActionContext) => string)

function asCopy({ it, after, name }: ActionContext): string {
  const original = name(after.copied_from)
  return `Created ${it} as a copy${original === undefined ? '' : ` of “${original}”`}`
}

/**
 * What people read for the action of each audit entry. `{it}` is the record: 'the masterclass “X”'. `{label}` is its
 * label alone. `{changes}` names the changed members. The compiler refuses to record an action that is not listed.
 */
export const actionTexts = {
  'masterclass.create': 'Created {it}',
  'masterclass.duplicate': asCopy,
  'masterclass.update': 'Changed {changes}',
  'masterclass.publish': 'Published {it}',
  'masterclass.activate': 'Activated {it}',
  'masterclass.deactivate': 'Deactivated {it}',

  'event.create': 'Created {it}',
  'event.duplicate': asCopy,
  'event.update': 'Changed {changes}',
  'event.publish': 'Published {it}',

  'registration.create': 'Registered somebody for {label}',
  'registration.update': 'Changed the details of {it}',
  'registration.give-back': 'Gave the seat of {it} back',
  'registration.restore': 'Restored {it}',
  'registration.attend': 'Recorded the attendance of {it}',

  'banner.create': 'Created {it}',
  'banner.update': 'Changed {changes}',
  'banner.remove': 'Deleted {it}',
  'banner.restore': 'Restored {it} from the bin',
  'banner.remove-for-good': 'Deleted {it} for good',

  'post.create': 'Created {it}',
  'post.update': 'Changed {changes}',
  'post.remove': 'Deleted {it}',
  'post.restore': 'Restored {it} from the bin',
  'post.remove-for-good': 'Deleted {it} for good',
  'post.pin': 'Pinned {it}',
  'post.unpin': 'Unpinned {it}',
  'post.ignore-reports': 'Ignored the reports of {it}',
  'post.reopen-reports': 'Opened the reports of {it} again',
  'post.like': 'Took in likes of members',
  'post.vote': 'Took in votes of members',
  'post.report': 'Took in a report of {it}',
  'post.withdraw-report': 'Withdrew a report of {it}',

  'comment.create': 'Created {it}',
  'comment.update': 'Changed {changes}',
  'comment.remove': 'Deleted {it}',
  'comment.restore': 'Restored {it} from the bin',
  'comment.remove-for-good': 'Deleted {it} for good',
  'comment.report': 'Took in a report of {it}',
  'comment.withdraw-report': 'Withdrew a report of {it}',
  'comment.ignore-reports': 'Ignored the reports of {it}',
  'comment.reopen-reports': 'Opened the reports of {it} again',
  'user.create': 'Created {it}',
  'user.update': 'Changed {changes}',
  'user.report': 'Took in a report of {it}',
  'user.withdraw-report': 'Withdrew a report of {it}',
  'user.merge': ({ it, after }) => `Merged ${after.merged_name || 'a record without a name'} into ${it}`,
  'user.remove': 'Deleted {it}',
  'user.restore': 'Restored {it} from the bin',
  'user.remove-for-good': 'Deleted {it} for good',
  'user.ignore-reports': 'Ignored the reports of {it}',
  'user.reopen-reports': 'Opened the reports of {it} again',

  'news.create': 'Created {it}',
  'news.update': 'Changed {changes}',
  'news.remove': 'Deleted {it}',
  'news.restore': 'Restored {it} from the bin',
  'news.remove-for-good': 'Deleted {it} for good',

  'creator.create': 'Created {it}',

  'advisor.create': 'Created {it}',
  'advisory-service.update': 'Changed {changes}',
  'lead.create': 'Created {it}',
  'lead.update': 'Changed {changes}',

  'coupon.create': 'Created {it}',
  'coupon.update': 'Changed {changes}',
  'coupon.remove': 'Deleted {it}',
  'coupon.link': ({ it, after, name }) => `Linked ${it} to ${name(after.entity_id) ?? 'a record'}`,
  'coupon.activate': ({ it, after, name }) => `Activated ${it} for ${name(after.entity_id) ?? 'a record'}`,
  'coupon.deactivate': ({ it, after, name }) =>
    `Deactivated ${it} for ${name(after.entity_id) ?? 'a record'}`,

  'membership-held.create': 'Created {it}',
  'membership-held.update': 'Changed {changes}',

  'shortlink.create': 'Created {it}',
  'shortlink.update': 'Changed {changes}',
  'shortlink.remove': 'Deleted {it}',
  'shortlink.restore': 'Restored {it} from the bin',
  'shortlink.remove-for-good': 'Deleted {it} for good',

  'payment-page.create': 'Created {it}',
  'payment-page.update': 'Changed {changes}',

  'transaction.intake': 'Received {it}',
  'transaction.intake-change': 'Changed {changes}',
  'transaction.payment': ({ it, after }) =>
    after.status === 'completed'
      ? `Recorded the payment of ${it}`
      : `Recorded the state of the payment of ${it}`,
  'transaction.check': 'Checked {it} with Razorpay',
  'transaction.state': 'Corrected the State of {it}',
  'transaction.correction': 'Corrected the invoice of {it}',
  'transaction.note': 'Added a note to {it}',
  'transaction.invoice': ({ it, after }) => `Issued invoice ${after.invoice} for ${it}`,
  'transaction.credit-note': ({ it, after, money }) =>
    `Issued credit note ${after.credit_note} over ${money(after.amount)} for ${it}`,
  'transaction.debit-note': ({ it, after, money }) =>
    `Issued debit note ${after.debit_note} over ${money(after.amount)} for ${it}`,
  'transaction.document-link': ({ it, after }) => `Made a link to ${after.document} of ${it}`,
  'transaction.refund': ({ it, after, money }) => {
    const refund = `refund of ${money(after.amount)} of ${it}`
    // After an approval, the entry is by the approver.
    return after.requested_by === undefined
      ? `Requested a ${refund}`
      : `Started the ${refund}, which ${after.requested_by} requested`
  },
  'transaction.refund.settle': ({ it, after, money }) => {
    if (after.refund_state === 'failed') return `The refund of ${money(after.amount)} of ${it} failed`
    return after.refund_state === 'processed'
      ? `Refunded ${money(after.amount)} of ${it}`
      : `Changed the refund of ${money(after.amount)} of ${it}`
  },
  // Refunds that a second person approves.
  'transaction.refund-request': ({ it, after, money }) =>
    `Asked for the approval of a refund of ${money(after.amount)} of ${it}`,
  'transaction.refund-request.approve': ({ it, after, money }) =>
    `Approved the refund of ${money(after.amount)} of ${it}`,
  'transaction.refund-request.decline': ({ it, after, money }) =>
    `Declined the refund of ${money(after.amount)} of ${it}`,
  'transaction.refund-request.withdraw': ({ it, after, money }) =>
    `Withdrew the request for a refund of ${money(after.amount)} of ${it}`,
  'transaction.refund-request.lapse': ({ it, after, money }) =>
    `The request for a refund of ${money(after.amount)} of ${it} lapsed`,
  // Refunds of all orders of a session.
  'refund-batch.create': ({ it, after }) =>
    after.cause === null ? `Started ${it}` : `Asked for the approval of ${it}`,
  'refund-batch.approve': 'Approved {it}',
  'refund-batch.decline': 'Declined {it}',
  'refund-batch.withdraw': 'Withdrew {it}',
  'refund-batch.stop': 'Stopped {it}',
  'refund-batch.resume': 'Continued {it}',
  'refund-batch.end': 'Finished {it}',
  'refund-reason.create': 'Created {it}',
  'refund-reason.update': 'Changed {changes}',

  'difference.find': 'Found {it}',
  'difference.close': 'Closed {it}',
  'difference.refund': 'Requested the refund of the payment of {it}',
  'difference.refund.fail': 'The refund of the payment of {it} failed',
  'difference.resolve': 'Resolved {it} with a note',
  'comparison.request': 'Requested {it}',
  'dispute.create': 'A buyer opened {it}',
  'dispute.update': 'Changed {changes}',
  'settlement.create': 'Took in {it}',
  'settlement.update': 'Changed {changes}',
  'settlement.sum': 'The sums of {it} changed',
  'settlement.line-update': 'Razorpay changed the line {label} of a settlement',
  'settlement.line-delete': 'Razorpay removed the line {label} of a settlement',

  'gst-period.rate': 'Changed the dollar rate of {label}',
  'gst-period.file': 'Marked {label} as filed',
  'gst-period.annual-return': 'Changed the date of the annual return of {label}',
  'gst-period.reopen': 'Reopened {label}',

  'export.create': 'Started {it}',
  'export.cancel': 'Cancelled {it}',
  'export.download': 'Downloaded {it}',
  'export.refuse': 'Ended {it}, whose requester has no access any more',

  'file.upload': 'Uploaded a file',

  'staff.invite': ({ label, after, choice }) => `Invited ${label} as ${choice('role', after.role)}`,
  'staff.invite-again': 'Invited {label} again',
  'staff.make-owner': 'Made {label} an owner, by the command on the server',
  'staff.change': 'Changed {changes}',
  'staff.rename': 'Changed the e-mail address of {it}, as the sign-in provider reported',
  'staff.move': 'Moved {it} to another sign-in provider',
  'staff.follow-groups': ({ label, after, choice }) =>
    `Made ${label} ${choice('role', after.role)}, as the groups of the sign-in provider say`,
  'staff.return-to-groups': 'Let the groups of the sign-in provider give {label} the role',
  'staff.keep-last-owner': ({ label, after, choice }) =>
    `Left ${label} ${choice('role', after.role)}, the last one, although the groups of the sign-in provider say otherwise`,
  'staff.disable': 'Disabled {it}',
  'staff.enable': 'Enabled {it}',

  'api-key.create': 'Created {it}',
  'api-key.revoke': 'Revoked {it}',

  'saved-view.create': 'Saved {it}',
  'saved-view.update': 'Changed {changes}',
  'saved-view.remove': 'Deleted {it}',

  'webhook.resend': 'Sent {it} again',
  'webhook.resend-failed': ({ after }) => `Sent ${after.count} failed webhooks again`,
  'webhook.skip': 'Skipped {it}',

  'person.note': 'Added a note about a person',
  'person.merge': 'Merged two records of one person',
  'person.split': 'Split one person into two',
  'person.undo-merge': 'Undid a merge of two people',
  'person.undo-split': 'Undid a split of a person',
  'person.keep-apart': 'Marked two records as two people',
  'person.add-label': 'Added a label to a person',
  'person.remove-label': 'Removed a label from a person',
  'person.point-out': 'Took back that two records are two people',
  'person.consent': ({ after, choice }) =>
    `Recorded ${after.is_given ? 'consent' : 'the withdrawal of consent'} to marketing by ${choice('channel', after.channel)}`,
  'personal-data.export': "Exported a person's data",
  'personal-data.erase': "Requested the erasure of a person's data",
  'personal-data.refuse': "Ended the erasure of a person's data, whose requester has no access any more",
  'personal-data.erased': "Erased a person's data",
  'audit.blank': "Blanked a person's details in the history",

  'session.sign-in': 'Signed in',
  'session.sign-out': 'Signed out',
  'session.end': 'Ended {it}',
  'sample.add': 'Added sample data',
} as const satisfies Record<string, ActionText>

/** An action that an audit entry may have. */
export type AuditAction = keyof typeof actionTexts
