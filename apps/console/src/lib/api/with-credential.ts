import { generalMessages } from '@greenroom/contract/error'
import { isAtWork } from '../screen-work.ts'
import {
  type Credential,
  endSession,
  hasSessionEnded,
  interruptSession,
  isSameAccount,
  readCredential,
  readInterruption,
  subscribe,
} from '../session.ts'
import { ApiError } from './api-error.ts'
import { waitingCalls } from './waiting-calls.ts'

const waiting = waitingCalls()

subscribe(() => {
  if (readInterruption() !== null) return
  if (hasSessionEnded()) waiting.fail(unauthenticated())
  else waiting.resume()
})

interface Options {
  signal?: AbortSignal | undefined
  /** Nobody asked for the call: it fails, and the session is left for the next other call. */
  isBackground?: boolean | undefined
  /** Used instead of the stored credential, before that is replaced. */
  credential?: string | undefined
}

/**
 * Sends a call with the stored credential. Without one there is no request (AUTH-06). When the credential is missing or
 * the server refuses it, the call of a screen with work on it waits until its person has signed in again, and is then
 * sent once more (OQ-375). Otherwise the session ends (AUTH-06, AUTH-07).
 * @param send throws ApiError 401 when the server refuses the credential; it must be able to send the same call twice
 * @throws ApiError with status 401 when the session has ended; what `send` throws; the signal's reason
 */
export async function withCredential<T>(
  send: (credential: string) => Promise<T>,
  { signal, isBackground, credential: given }: Options,
): Promise<T> {
  if (given !== undefined) return send(given)
  let used: Credential | null = null
  for (;;) {
    if (hasSessionEnded()) throw unauthenticated()
    const credential = readCredential()
    let refusal = unauthenticated()
    // A call is never repeated in the name of another account.
    if (used !== null && credential !== null && !isSameAccount(used, credential)) throw refusal
    if (credential !== null) {
      used = credential
      try {
        return await send(credential.value)
      } catch (error) {
        if (!(error instanceof ApiError && error.status === 401)) throw error
        refusal = error
      }
    }
    if (isBackground) throw refusal
    const current = readCredential()
    // Somebody signed in while the call was under way.
    if (current !== null && current.value !== credential?.value) continue
    if (!interrupt(refusal)) {
      endSession(isFinal(refusal) ? refusal.message : null)
      throw refusal
    }
    used ??= readInterruption()?.credential ?? null
    await waiting.wait(signal)
  }
}

/** @returns whether the person can sign in again on the screen */
function interrupt(refusal: ApiError): boolean {
  if (readInterruption() !== null) return true
  return !isFinal(refusal) && isAtWork() && interruptSession()
}

/** Signing in again cannot help an account that may no longer use the console. */
function isFinal(refusal: ApiError): boolean {
  return refusal.code === 'ACCOUNT_NOT_ACCEPTED'
}

function unauthenticated(): ApiError {
  return new ApiError(401, { message: generalMessages.unauthenticated, code: 'UNAUTHENTICATED' })
}
