import * as z from 'zod/mini'
import { instant } from './date-time.ts'
import { type EndpointDeclaration, endpoint, ok } from './endpoint.ts'

/** Max number of records in a call. */
export const mostIntakeRecords = 1_000

export const intakeMessages = {
  records: `Send a list of 1 to ${mostIntakeRecords} records in "records"`,
  externalId: 'Enter an id of 1 to 200 visible characters without spaces',
  changedAt: 'Enter when your system changed this record',
  future: 'This time is in the future',
  early: 'This time is before the year 2000',
} as const

/** The caller's own id of a record: visible ASCII, compared letter by letter. It makes a repeated record harmless. */
export function externalId(message: string = intakeMessages.externalId) {
  return z.string({ error: message }).check(z.regex(/^[\x21-\x7e]{1,200}$/, message))
}

/** How far the clocks of the caller's systems may differ from each other and from ours, in milliseconds. */
export const intakeClockSkew = 60 * 60 * 1_000

/** Older than any record of the provider. Programs that know no time send the year 1970 or 1. */
const earliest = Date.parse('2000-01-01T00:00:00Z')

/** Tells whether a record may have a time; one that cannot be read has another message. */
export function isRecordTime(text: string): boolean {
  return !(Date.parse(text) < earliest)
}

/**
 * Rewrites a time as PHP, Java, Python and PostgreSQL print it, with a space for the T and an offset without a colon, to
 * the usual notation. It means the same (OQ-744).
 */
export const otherNotation = z.overwrite<string>((text) =>
  text.replace(
    /^([\d-]{10})[T ]([\d:.]{5,18}) ?(Z|([+-]\d\d):?(\d\d)?)$/,
    (_, day, clock, zone, hours, minutes) =>
      zone === 'Z' ? `${day}T${clock}Z` : `${day}T${clock}${hours}:${minutes ?? '00'}`,
  ),
)

/**
 * A required instant of a record, from the year 2000 on.
 * @param required message for a missing or empty value
 */
export function recordTime(required: string) {
  return z.pipe(
    z.string({ error: required }).check(otherNotation),
    instant(required).check(z.refine(isRecordTime, { error: intakeMessages.early })),
  )
}

/**
 * When the caller's system changed a record, to the millisecond. Of two records with one id the later one is stored, in
 * whatever order they arrive.
 */
export function changedAt() {
  return recordTime(intakeMessages.changedAt)
}

/** What became of a record: `unchanged` when it was stored before, or a later change of it is stored already. */
const intakeOutcomes = ['created', 'changed', 'unchanged', 'refused'] as const
export type IntakeOutcome = (typeof intakeOutcomes)[number]

/** The result of one record, in the order of the request. */
export const IntakeResult = z.object({
  /** Position in the request, from 0. */
  index: z.int(),
  /** Null if the record had no usable one. */
  external_id: z.nullable(z.string()),
  outcome: z.enum(intakeOutcomes),
  /** Id of the record in Greenroom; null for a refused one, and for a deletion. */
  _id: z.nullable(z.string()),
  /** Why a record was refused. */
  message: z.optional(z.string()),
  /**
   * The members of an order that were not taken, because its invoice is issued and shows others: "billing.name", "gstin".
   * Staff correct the invoice with a credit note and a new one.
   */
  ignored: z.optional(z.array(z.string())),
  errors: z.optional(
    z.array(
      z.object({
        path: z.string(),
        message: z.string(),
        /** What was sent there, cut to 100 characters. */
        value: z.optional(z.string()),
      }),
    ),
  ),
})
export type IntakeResult = z.output<typeof IntakeResult>

const IntakeData = z.object({
  results: z.array(IntakeResult),
  created: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  refused: z.int(),
})
export type IntakeData = z.output<typeof IntakeData>

const Batch = z.object({
  records: z
    .array(z.unknown(), { error: intakeMessages.records })
    .check(z.minLength(1, intakeMessages.records), z.maxLength(mostIntakeRecords, intakeMessages.records)),
})

/**
 * Declares a call that takes records from the provider's other systems. It takes no Idempotency-Key: the ids of the
 * records make a repeat harmless.
 * @param declaration.batchOf the schema of one record. Each record is validated alone, so that a bad one does not
 * refuse the others.
 */
export function intakeEndpoint<
  const D extends Pick<EndpointDeclaration, 'name' | 'path' | 'summary' | 'requirements'> & {
    batchOf: z.ZodMiniObject
  },
>(declaration: D) {
  return endpoint({
    method: 'POST',
    permissions: ['intake.write'],
    body: Batch,
    response: ok(IntakeData),
    ownTransactions: true,
    ...declaration,
  })
}
