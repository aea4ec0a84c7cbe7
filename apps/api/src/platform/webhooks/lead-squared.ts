import * as z from 'zod'
import { type Destination, outcomeOf } from './destination.ts'
import { postJson } from './post-json.ts'

/** The buyer and the order of an activity. */
interface LeadActivity {
  /** The activity's event code in LeadSquared. */
  code: number
  note: string
  at: Date
  email: string
  phone: string
  firstName: string
  lastName: string
}

/**
 * Returns the body of "Create a Lead and Activity": the lead is found by e-mail address, or created.
 * @see https://apidocs.leadsquared.com/create-lead-and-activity/
 */
export function activityBody(activity: LeadActivity): object {
  const details = {
    EmailAddress: activity.email,
    Phone: activity.phone,
    FirstName: activity.firstName,
    LastName: activity.lastName,
    SearchBy: 'EmailAddress',
  }
  return {
    LeadDetails: Object.entries(details).flatMap(([Attribute, Value]) =>
      Value === '' ? [] : [{ Attribute, Value }],
    ),
    Activity: {
      ActivityEvent: activity.code,
      ActivityNote: activity.note,
      // UTC, without a zone.
      ActivityDateTime: activity.at.toISOString().slice(0, 19).replace('T', ' '),
    },
  }
}

const Refusal = z.object({ Status: z.literal('Error') })

/** The span of LeadSquared's rate limits. See https://apidocs.leadsquared.com/rate-limits/ */
const span = 5_000

/** Returns LeadSquared as a destination of activities. */
export function leadSquaredDestination({
  baseUrl,
  accessKey,
  secretKey,
  callsPer5Seconds,
  ...options
}: {
  baseUrl: string
  accessKey: string
  secretKey: string
  callsPer5Seconds: number
  timeoutSeconds: number
  allowPrivate: boolean
}): Destination {
  const address = new URL(`${baseUrl.replace(/\/+$/, '')}/ProspectActivity.svc/CreateCustom`)
  return {
    name: 'lead-squared',
    concurrency: 4,
    rate: { calls: callsPer5Seconds, within: span },
    async send({ body }, signal) {
      // As headers, not in the address, which ends up in logs.
      const headers = { 'x-LSQ-AccessKey': accessKey, 'x-LSQ-SecretKey': secretKey }
      const answer = await postJson(address, { headers, body, signal, ...options })
      const outcome = outcomeOf(answer, [accessKey, secretKey])
      return isRefusal(outcome.text) ? { ...outcome, isAccepted: false } : outcome
    },
  }
}

/** Tells whether an answer with status 200 says that nothing was stored. */
function isRefusal(text: string): boolean {
  try {
    return Refusal.safeParse(JSON.parse(text)).success
  } catch {
    // Of a long answer only the beginning is known.
    return /"Status"\s*:\s*"Error"/.test(text)
  }
}
