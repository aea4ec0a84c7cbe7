import type { SandboxService } from '@greenroom/contract/staff/session/sandbox-service'
import type { WebhookDestination } from '@greenroom/contract/staff/webhook/webhook.schema'
import { type Actor, systemActor } from './audit/actor.ts'
import type { Clock } from './clock.ts'
import { type Database, inTransaction } from './database/database.ts'

/**
 * What a route, a job or a webhook passes to a service, and one service to the next: the database, who acts, when, and
 * the version that the client has seen.
 */
export interface Call {
  /** The transaction to write in. Reads, jobs and endpoints with `ownTransactions` get the connection pool. */
  db: Database
  /** Who acts; written to the audit log. */
  actor: Actor
  /** The services that a sandbox replaces; written to the audit log. */
  sandboxes: readonly SandboxService[]
  /** Where changes are announced. */
  destinations: readonly WebhookDestination[]
  /** The time of this call, the same for everything that one transaction writes. Services read the time only here. */
  now: Date
  /** The version from If-Match; undefined lets the last write win (OQ-109). */
  expectedVersion: number | undefined
  /** Returns this call at the current time, for work that goes on after waiting for a provider. */
  refreshed(): Call
}

/** Creates the call of a request, a job or a webhook. The default actor is the program itself. */
export function startCall({
  db,
  clock,
  actor = systemActor,
  sandboxes = [],
  destinations = [],
  expectedVersion,
}: {
  db: Database
  clock: Clock
  actor?: Actor
  sandboxes?: readonly SandboxService[]
  destinations?: readonly WebhookDestination[]
  expectedVersion?: number | undefined
}): Call {
  return {
    db,
    actor,
    sandboxes,
    destinations,
    now: clock.now(),
    expectedVersion,
    refreshed() {
      return { ...this, now: clock.now() }
    },
  }
}

/**
 * Runs a part of a call in its own transaction at the current time, or in the transaction that the call already has.
 * @see inTransaction for repeats after a deadlock
 */
export function callInTransaction<T>(call: Call, work: (call: Call) => Promise<T>): Promise<T> {
  if (call.db.isTransaction) return work(call)
  return inTransaction(call.db, (db) => work({ ...call.refreshed(), db }))
}
