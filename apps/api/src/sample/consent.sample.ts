import { insertConsents, type SampleConsent } from './sample.repository.ts'
import type { SampleContext, SampleCounts, SampleSection } from './sample-context.ts'
import { createDraws } from './sample-draws.ts'

const day = 24 * 60 * 60 * 1_000
const reasons = ['Asked on the phone', 'Wrote to us', 'Asked at an event'] as const
const recordedBy = 'imran.sheikh@greenroom.example'

/** Adds what people agreed to when they joined and when they bought, and what they told staff later. */
async function addConsents({ db, now, users }: SampleContext): Promise<SampleCounts> {
  const draws = createDraws(7_360)
  const consents = users.flatMap(({ id, created_at }): SampleConsent[] => {
    const joined = (channel: string, isGiven: boolean) => ({
      user_id: id,
      channel,
      is_given: isGiven,
      at: created_at,
      source: 'account',
      agreed_to: isGiven ? 'join-form-2' : null,
      note: null,
      recorded_by: null,
      recorded_at: created_at,
    })
    // Some joined before the form asked.
    if (draws.fraction() < 0.2) return []
    const told: SampleConsent[] = [joined('email', draws.fraction() < 0.8)]
    if (draws.fraction() < 0.7) told.push(joined('whatsapp', true))
    const at = new Date(created_at.getTime() + (2 + draws.fraction() * 20) * day)
    if (at < now && draws.fraction() < 0.4) {
      const isGiven = draws.fraction() < 0.3
      told.push({
        user_id: id,
        channel: isGiven ? 'phone' : draws.pick(['email', 'whatsapp'] as const),
        is_given: isGiven,
        at,
        source: 'staff',
        agreed_to: null,
        note: draws.pick(reasons),
        recorded_by: recordedBy,
        recorded_at: at,
      })
    }
    return told
  })
  return { consents: await insertConsents(db, consents) }
}

export const consentSample: SampleSection = { add: addConsents }
