import * as z from 'zod/mini'
import { requiredText } from './field.ts'
import { recordTime } from './intake-batch.ts'

/** What people are asked for. Each purpose has consents of its own. */
export const consentPurposes = ['marketing'] as const

/** By what people are reached. `phone` is calls and SMS. */
export const consentChannels = ['email', 'whatsapp', 'phone'] as const
export type ConsentChannel = (typeof consentChannels)[number]

/** What says that a person agreed or withdrew: a record of another system, or staff. */
export const consentSources = ['account', 'order', 'registration', 'booking', 'staff'] as const
export type ConsentSource = (typeof consentSources)[number]

/** Max number of consents in a record of the intake. */
const mostConsents = 20
const longestText = 500

export const consentMessages = {
  purpose: `Choose one of ${consentPurposes.join(', ')}`,
  channel: `Choose one of ${consentChannels.join(', ')}`,
  given: 'Enter true if the person agreed, false if they withdrew',
  at: 'Enter when the person said so',
  early: 'This time is before the year 2000',
  future: 'This time is in the future',
  text: 'Enter the text or its version, or leave this out',
  reason: 'Enter how you know',
  most: `At most ${mostConsents} consents`,
} as const

/** Max length of a text that was agreed to, and of a reason. */
export const consentTextLimit = { max: longestText, message: `Should not exceed ${longestText} characters` }

/**
 * What a person said about being reached, as a record of another system tells it. A name that is not here is refused: a
 * misspelt one would otherwise change what the consent is about.
 */
const SentConsent = z.strictObject({
  purpose: z.enum(consentPurposes, { error: consentMessages.purpose }),
  channel: z.enum(consentChannels, { error: consentMessages.channel }),
  given: z.boolean({ error: consentMessages.given }),
  at: recordTime(consentMessages.at),
  /** The text that the person agreed to, or its version. */
  text: z.optional(requiredText(consentMessages.text, consentTextLimit)),
})
export type SentConsent = z.output<typeof SentConsent>

/** The consents of a record. Without it, or with an empty list, nothing changes. */
export const SentConsents = z.optional(
  z.array(SentConsent).check(z.maxLength(mostConsents, consentMessages.most)),
)
