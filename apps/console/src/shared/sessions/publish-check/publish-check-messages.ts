import { type Finding, smallestPicture } from '@greenroom/contract/sessions/publish-check/publish-check.rules'
import { formatTime } from '../../../lib/dates.ts'

/** Copy of the check before publishing (OQ-512). */
export const publishCheckMessages = {
  title: { publish: 'Publish with these warnings?', refused: 'Not ready to publish' },
  list: 'Before publishing',
  levels: { error: 'Must be changed', warning: 'Warning', note: 'Note' },
  goTo: 'Go to the field',
  openCoupons: 'Open the coupons',
  publish: 'Publish',
  back: 'Back',
  otherAccount: (account: string) => `Publish on ${account}`,
} as const

/** Returns the sentence of a finding. @param account of the session */
export function findingText({ code, about, clash, minutes }: Finding, account: string | null): string {
  const other = clash ? `“${clash.title}”, ${formatTime(clash.start_time)}` : ''
  switch (code) {
    case 'begun':
      return 'The start has already passed.'
    case 'soon':
      return 'It begins in less than an hour.'
    case 'ends-before-start':
      return 'The end is before the start.'
    case 'account-missing':
      return 'Zoom account is required.'
    case 'clash':
      return `${account} is booked for ${other}. One account runs one meeting at a time.`
    case 'gap':
      return minutes === 0
        ? `${account} is booked for ${other}, without a break in between.`
        : `${account} is booked for ${other}. Only ${minutes} min lie between them.`
    case 'free':
      return `The ${about} price is 0, so buyers pay nothing.`
    case 'above-original':
      return `The ${about} price is above its original price.`
    case 'coupon-ended':
      return `Coupon ${about} has ended.`
    case 'coupon-ends-before':
      return `Coupon ${about} ends before the start.`
    case 'coupon-below-zero':
      return `Coupon ${about} is worth more than the price.`
    case 'coupon-free':
      return `With coupon ${about}, buyers pay nothing.`
    case 'link-not-secure':
      return `${about} does not start with https://.`
    case 'host-email':
      return 'The creator has no valid e-mail address.'
    case 'no-picture':
      return 'It has no banner.'
    case 'small-picture':
      return `The banner is smaller than ${smallestPicture.width} × ${smallestPicture.height} pixels.`
  }
}
