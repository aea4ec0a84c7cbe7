import { createHash, randomBytes } from 'node:crypto'
import { sessionMessages } from '@greenroom/contract/staff/session/session.schema'
import { sql } from 'kysely'
import { AppError } from '../app-error.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import type { ExpectedReturn } from '../identity/code-exchange.ts'

interface SignInPlan {
  /** Id of the provider. */
  provider: string
  /** The console's address to which the provider returns. */
  redirectUri: string
  /** The path of the console to open after the sign-in. */
  returnTo: string | null
}

type SignInAttempt = SignInPlan & ExpectedReturn

export interface SignInAttempts {
  /** Keeps a sign-in that begins. secret is for the browser that began it, and never for the provider. */
  begin(plan: SignInPlan): Promise<{ attempt: SignInAttempt; secret: string }>
  /**
   * Returns a sign-in that has returned, and forgets it: a second return finds none.
   * @throws AppError UNAUTHENTICATED if there is none with this state and secret
   */
  take(state: string, secret: string): Promise<SignInAttempt>
}

const keptMinutes = 10
/** Max kept sign-ins: anybody can begin them. */
const mostKept = 100_000

/**
 * Keeps what the return of each sign-in must match, for 10 minutes (OQ-693). The table is for several processes: any of
 * them may get the return.
 */
export function createSignInAttempts({ db, clock }: { db: Database; clock: Clock }): SignInAttempts {
  return {
    async begin(plan) {
      const [state, secret, nonce, verifier] = [randomText(), randomText(), randomText(), randomText()]
      const { provider, redirectUri, returnTo } = plan
      await db
        .insertInto('sign_in_attempt')
        .values({
          sha256: hashOf(state, secret),
          provider,
          redirect_uri: redirectUri,
          nonce,
          verifier,
          return_to: returnTo,
          expires_at: new Date(clock.now().getTime() + keptMinutes * 60_000),
        })
        .execute()
      return { attempt: { ...plan, state, nonce, verifier }, secret }
    },

    async take(state, secret) {
      const row = await db
        .deleteFrom('sign_in_attempt')
        .where('sha256', '=', hashOf(state, secret))
        .returningAll()
        .executeTakeFirst()
      if (!row || row.expires_at <= clock.now()) {
        throw new AppError('UNAUTHENTICATED', sessionMessages.attemptGone, { cause: new Error('attempt') })
      }
      const { provider, redirect_uri: redirectUri, nonce, verifier, return_to: returnTo } = row
      return { provider, redirectUri, returnTo, state, nonce, verifier }
    },
  }
}

/** Deletes sign-ins that took too long, and all but the newest 100,000. */
export async function sweepSignInAttempts(db: Database, now: Date, most = mostKept): Promise<void> {
  await sql`delete from sign_in_attempt where expires_at <= ${now} or expires_at < (
    select expires_at from sign_in_attempt order by expires_at desc offset ${most - 1} limit 1
  )`.execute(db)
}

function randomText(): string {
  return randomBytes(32).toString('base64url')
}

/** Both are random, so no salt is needed. Neither contains the dot. */
function hashOf(state: string, secret: string): string {
  return createHash('sha256').update(`${state}.${secret}`).digest('hex')
}
