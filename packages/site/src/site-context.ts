import type { FastifyInstance, FastifyReply } from 'fastify'
import type { ReactElement } from 'react'
import type { IntakeClient } from './intake-client.ts'

/** What the pages of the site share. */
export interface Site {
  scope: FastifyInstance
  intake: IntakeClient
  timeZone: string
  /** Returns the time as ISO 8601 text. */
  now(): string
  show(reply: FastifyReply, page: ReactElement, status?: number): FastifyReply
}

/** A submitted form: text fields by name. */
export type Form = Record<string, string>
