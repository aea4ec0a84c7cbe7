import type { WebhookDestination } from '@greenroom/contract/staff/webhook/webhook.schema'
import { longestAnswer } from '@greenroom/contract/staff/webhook/webhook.schema'
import { shortened } from '../printable.ts'
import type { Answer } from './post-json.ts'
import type { RateLimit } from './rate-limit.ts'

/** What is sent to a destination. */
interface Message {
  id: string
  /** JSON. */
  body: string
  at: Date
}

/** What a receiver said about a message. */
export interface Outcome {
  isAccepted: boolean
  status: number | null
  /** The beginning of the answer, or why there is none. */
  text: string
}

/** Where messages are sent. */
export interface Destination {
  name: WebhookDestination
  /** Max number of messages that one process sends at the same time. */
  concurrency: number
  /** The limit of all processes together; null without one. */
  rate: RateLimit | null
  /** Sends a message once. Never throws because of the receiver. */
  send(message: Message, signal: AbortSignal): Promise<Outcome>
}

/** The destinations that are set up. */
export type Destinations = Partial<Record<WebhookDestination, Destination>>

/** Returns the outcome of an answer: accepted by any status from 200 to 299. */
export function outcomeOf(answer: Answer, secrets: readonly string[]): Outcome {
  if (answer.status === null) return { isAccepted: false, status: null, text: answer.problem }
  const { status, location } = answer
  const text =
    status >= 300 && status < 400 && location !== null
      ? `Redirects are not followed: ${location}`
      : answer.text
  return { isAccepted: status >= 200 && status < 300, status, text: storable(text, secrets) }
}

/** Makes the text of a receiver storable: bounded, without control characters, and without our secrets. */
function storable(text: string, secrets: readonly string[]): string {
  let safe = text
  for (const secret of secrets) safe = safe.replaceAll(secret, '…')
  return shortened(safe.replace(/[^\P{C}\n\t]/gu, ' ').trim(), longestAnswer)
}
