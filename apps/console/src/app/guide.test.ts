import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import {
  queueMessages,
  reportedCommentMessages,
  reportPanelMessages,
} from '../features/community/moderation/moderation-messages.ts'
import { binScreenMessages } from '../features/desk/bin/bin-messages.ts'
import { guide } from '../features/desk/help/guide.ts'
import { type GuideId, guideIds, guideIndex, guideOf } from '../features/desk/help/guide-index.ts'
import { guidePictureSize } from '../features/desk/help/guide-picture-size.ts'
import { guideScreens } from '../features/desk/help/guide-screens.ts'
import { guideParts } from '../features/desk/help/guide-text.ts'
import { shortlinkFormMessages } from '../features/marketing/shortlink/shortlink-messages.ts'
import { couponPageMessages } from '../features/money/coupon/coupon-page-messages.ts'
import { monthPageMessages } from '../features/money/gst-return/month-messages.ts'
import { membershipMessages } from '../features/money/membership/membership-messages.ts'
import {
  paymentPageColumns,
  paymentPageFormMessages,
  paymentPageMessages,
} from '../features/money/payment-page/payment-page-messages.ts'
import { differenceMessages, resolveMessages } from '../features/money/reconciliation/difference-messages.ts'
import { refundRequestCardMessages } from '../features/money/refund-request/refund-request-messages.ts'
import { reportLabels } from '../features/money/report/report-messages.ts'
import {
  invoiceMessages,
  refundMessages,
  transactionMessages,
} from '../features/money/transaction/transaction-messages.ts'
import {
  timelineMessages,
  transactionPageMessages,
} from '../features/money/transaction/transaction-page-messages.ts'
import {
  closeReasonMessages,
  leadDialogMessages,
  leadMessages,
} from '../features/people/advisory/advisory-messages.ts'
import { personalDataMessages } from '../features/people/person/personal-data-messages.ts'
import { masterclassWizardMessages } from '../features/sessions/masterclass/masterclass-form-messages.ts'
import {
  masterclassDetailMessages,
  masterclassListMessages,
} from '../features/sessions/masterclass/masterclass-messages.ts'
import {
  apiKeyDialogMessages,
  apiKeyListMessages,
  keyPresets,
} from '../features/staff/api-key/api-key-messages.ts'
import { inviteMessages, staffListMessages } from '../features/staff/staff/staff-messages.ts'
import { webhookDialogMessages } from '../features/staff/webhook/webhook-messages.ts'
import { checkOrderMessages } from '../shared/money/check-order/check-order-messages.ts'
import { correctInvoiceMessages } from '../shared/money/correct-invoice/correct-invoice-messages.ts'
import { differenceCardMessages } from '../shared/money/difference/difference-messages.ts'
import { transactionStatusLabels } from '../shared/money/order-status/order-status.ts'
import { documentLinkMessages } from '../shared/money/tax-document/tax-document-messages.ts'
import { publishCheckMessages } from '../shared/sessions/publish-check/publish-check-messages.ts'
import { screenOf } from './headings.ts'
import { navHome, navSections } from './nav.ts'
import { permissionsOfScreen } from './screen-access.ts'
import { screens } from './screens.ts'
import { searchTexts } from './search/search-texts.ts'

const place = { params: {}, search: {} }
const createOn = (route: string) => screenOf(route, place).create?.label ?? ''

/** Checks that a file still has a text that no constant holds. */
function inFile(file: string, code: string, word: string): string {
  return readFileSync(join(import.meta.dirname, '..', file), 'utf8').includes(code) ? word : `not in ${file}`
}

/** The labels that each page quotes, taken from the screens' own messages. */
const shownWords: Record<GuideId, readonly string[]> = {
  publish: [
    createOn('/masterclass'),
    ...masterclassWizardMessages.steps,
    masterclassWizardMessages.saveDraft,
    masterclassWizardMessages.publishNew,
    masterclassListMessages.groups.draft,
    masterclassListMessages.groups.active,
    masterclassListMessages.publish,
    masterclassListMessages.copyToDates,
    masterclassListMessages.paymentPage,
    masterclassListMessages.deactivate,
    masterclassDetailMessages.meetingAccount,
    publishCheckMessages.levels.error,
    publishCheckMessages.levels.warning,
    transactionMessages.numbers,
    reportLabels.seats,
  ],
  sell: [
    createOn('/custom-payment-pages'),
    paymentPageFormMessages.banner,
    paymentPageFormMessages.title,
    paymentPageFormMessages.description,
    paymentPageFormMessages.prices,
    paymentPageFormMessages.active,
    paymentPageFormMessages.create,
    paymentPageMessages.paymentPage,
    paymentPageColumns.active,
    shortlinkFormMessages.create,
    shortlinkFormMessages.webUrl,
    shortlinkFormMessages.parametersTitle,
    couponPageMessages.createNew,
    couponPageMessages.changeEnds,
    couponPageMessages.linkSelected,
    couponPageMessages.export,
    masterclassListMessages.addCoupon,
    membershipMessages.addCoupon,
  ],
  refund: [
    searchTexts.label,
    refundMessages.action,
    refundMessages.part,
    refundMessages.amount,
    refundMessages.reason,
    refundMessages.note,
    refundMessages.arrives,
    refundMessages.request,
    refundRequestCardMessages.withdraw,
  ],
  waiting: [
    searchTexts.label,
    transactionStatusLabels.pending,
    checkOrderMessages.action,
    checkOrderMessages.confirm,
    ...Object.values(differenceCardMessages.actions),
    resolveMessages.resolve,
    invoiceMessages.action,
    documentLinkMessages.action,
    correctInvoiceMessages.action,
    transactionPageMessages.refunds,
    refundMessages.waiting,
    timelineMessages.title,
  ],
  moderate: [
    reportedCommentMessages.showPost,
    reportPanelMessages.types,
    reportPanelMessages.keyboard,
    queueMessages.ignore,
    queueMessages.remove,
    binScreenMessages.restore,
    inFile('lib/toaster.tsx', 'Undo <kbd', 'Undo'),
    transactionMessages.numbers,
    reportLabels.moderation,
  ],
  lead: [
    leadMessages.views.today,
    leadDialogMessages.advisor,
    leadDialogMessages.phone,
    leadDialogMessages.email,
    leadDialogMessages.status,
    leadDialogMessages.history,
    leadDialogMessages.next,
    closeReasonMessages.reason,
    closeReasonMessages.saveStatus,
    transactionMessages.numbers,
    reportLabels.leads,
  ],
  month: [
    differenceMessages.tabs.open,
    monthPageMessages.stepsLabel,
    monthPageMessages.differences,
    monthPageMessages.compareAgain,
    ...Object.values(monthPageMessages.steps),
    monthPageMessages.rate,
    monthPageMessages.saveRate,
    monthPageMessages.equal,
    monthPageMessages.export,
    monthPageMessages.gstr1,
    monthPageMessages.file,
    monthPageMessages.reopen,
  ],
  erase: [
    personalDataMessages.find,
    personalDataMessages.open,
    personalDataMessages.goes,
    personalDataMessages.stays,
    personalDataMessages.export,
    personalDataMessages.erase,
    personalDataMessages.confirm,
    personalDataMessages.erasures,
  ],
  invite: [
    createOn('/staff'),
    inviteMessages.email,
    inviteMessages.role,
    inviteMessages.submit,
    inviteMessages.copy,
    staffListMessages.invited,
    staffListMessages.changeRole,
    staffListMessages.disable,
    staffListMessages.enable,
  ],
  connect: [
    apiKeyListMessages.create,
    apiKeyListMessages.revoke,
    apiKeyDialogMessages.name,
    apiKeyDialogMessages.presets,
    ...keyPresets.slice(0, 2).map(({ name }) => name),
    apiKeyDialogMessages.ends,
    apiKeyDialogMessages.submit,
    apiKeyDialogMessages.copy,
    webhookDialogMessages.resend,
  ],
}

const textsOf = ({ when, steps, effect, undo }: (typeof guide)[GuideId]) => [when, ...steps, effect, undo]
const partsOf = (id: GuideId, kind: string) =>
  textsOf(guide[id])
    .flatMap(guideParts)
    .filter((part) => part.kind === kind)
    .map(({ text }) => text)

/** Screens of no single job: Guide opens its list there. */
const screensOfTheList = [
  '/overview',
  '/banners',
  '/bin',
  '/create-banner',
  '/create-post',
  '/create-post/edit/$id',
  '/help',
  '/history',
  '/news',
  '/news/create',
  '/news/edit',
  '/reports',
]

describe('the guide', () => {
  it.each(guideIds)('names on the page %s only what the screens show today (OQ-670)', (id) => {
    const words = [...new Set(partsOf(id, 'word'))]
    expect(words.filter((word) => !shownWords[id].includes(word))).toEqual([])
    // A constant that the page no longer names would hide that it isn't compared.
    expect(shownWords[id].filter((word) => !words.includes(word))).toEqual([])
  })

  it('links to screens under their names in the sidebar, for whom they open (OQ-670)', () => {
    const names = [...navHome, ...navSections].flatMap(({ label, items = [] }) => [
      label,
      ...items.map((item) => item.label),
    ])
    const used = new Set(guideIds.flatMap((id) => partsOf(id, 'link')))
    expect([...used].sort()).toEqual(Object.keys(guideScreens).sort())
    for (const { label, link, needs } of Object.values(guideScreens)) {
      expect(names).toContain(label)
      expect(screens.map(({ path }) => path as string)).toContain(link.to)
      expect([label, [...needs].sort()]).toEqual([label, [...permissionsOfScreen(link.to)].sort()])
    }
  })

  it('has a page for each screen, or its list by decision (OQ-670)', () => {
    const routes = screens.map(({ path }) => path as string)
    const known = guideIds.flatMap((id) => guideIndex[id].routes)
    expect([...known, ...screensOfTheList].sort()).toEqual([...routes].sort())
    expect(guideOf('/transactions/$type')).toBe('refund')
    expect(guideOf('/advisory/services/$id')).toBe('lead')
    expect(guideOf('/overview')).toBeUndefined()
  })

  it('has three to six steps on each page, and leads on to other pages', () => {
    for (const id of guideIds) {
      expect(guide[id].steps.length).toBeGreaterThanOrEqual(3)
      expect(guide[id].steps.length).toBeLessThanOrEqual(6)
      expect(guide[id].see.length).toBeGreaterThan(0)
      expect(guide[id].see).not.toContain(id)
      expect(textsOf(guide[id]).join(' ')).not.toMatch(/cannot/)
    }
  })

  it.each(guideIds)(
    'has light and dark pictures of the page %s, of the declared ratio and below 40 KB',
    async (id) => {
      for (const scheme of ['light', 'dark']) {
        const file = join(import.meta.dirname, `../features/desk/help/pictures/${id}-${scheme}.webp`)
        const { width, height } = await sharp(file).metadata()
        expect(width / height).toBe(guidePictureSize.width / guidePictureSize.height)
        expect(readFileSync(file).length).toBeLessThan(40_000)
      }
    },
  )
})
