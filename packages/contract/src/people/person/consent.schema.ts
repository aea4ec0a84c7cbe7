import * as z from 'zod/mini'
import { PersonalNote } from '../../access/personal.ts'
import {
  consentChannels,
  consentMessages,
  consentPurposes,
  consentSources,
  consentTextLimit,
} from '../../consent.ts'
import { instant } from '../../date-time.ts'
import { requiredText } from '../../field.ts'
import { isRecordTime } from '../../intake-batch.ts'

/** What counts now for one channel. A channel that the person was not asked about has none. */
export const Consent = z.object({
  purpose: z.enum(consentPurposes),
  channel: z.enum(consentChannels),
  is_given: z.boolean(),
  at: z.string(),
  source: z.enum(consentSources),
  /** The account, order, registration or booking; null for staff. */
  record_id: z.nullable(z.string()),
})
export type Consent = z.output<typeof Consent>

/** One entry of the history. */
export const ConsentEntry = z.extend(Consent, {
  _id: z.string(),
  /** The text that the person agreed to, or its version, if it was sent. */
  agreed_to: z.nullable(PersonalNote),
  /** How staff know. */
  note: z.nullable(PersonalNote),
  /** E-mail address and name of the member of staff who recorded it. */
  by: z.nullable(z.string()),
  by_name: z.nullable(z.string()),
  recorded_at: z.string(),
})
export type ConsentEntry = z.output<typeof ConsentEntry>

/** What staff record. */
export const NewConsent = z.object({
  purpose: z._default(z.enum(consentPurposes, { error: consentMessages.purpose }), 'marketing'),
  channel: z.enum(consentChannels, { error: consentMessages.channel }),
  is_given: z.boolean({ error: consentMessages.given }),
  at: instant(consentMessages.at).check(z.refine(isRecordTime, { error: consentMessages.early })),
  /** How staff know, such as "Asked on the phone". */
  reason: requiredText(consentMessages.reason, consentTextLimit),
})
export type NewConsent = z.output<typeof NewConsent>
