import * as z from 'zod/mini'
import { Month } from '../../calendar-month.ts'
import { dayField } from '../../day-field.ts'
import { endpoint, ok } from '../../endpoint.ts'
import { limit, offset } from '../../list.ts'
import { Arn, GstMonth, GstReturnSummary, GstYear, UsdRate } from './gst-return.schema.ts'

const ofMonth = z.object({ month: Month })

/** Lists the months since the first document, the newest first. */
export const listGstMonths = endpoint({
  name: 'listGstMonths',
  method: 'GET',
  path: '/admin/gst/months',
  summary: 'List months with the sums of their documents',
  requirements: ['OQ-294', 'OQ-658'],
  permissions: ['money.read'],
  query: z.object({
    /** Only this one, if it is in the list. */
    month: z.optional(Month),
    limit: limit(10, 50),
    offset: offset(),
  }),
  response: ok(z.object({ total: z.int(), months: z.array(GstMonth) })),
})

export const getGstReturn = endpoint({
  name: 'getGstReturn',
  method: 'GET',
  path: '/admin/gst/months/:month',
  summary: 'Sum up the tables of GSTR-1 of a month and compare them with its registers',
  requirements: ['OQ-292', 'OQ-293'],
  permissions: ['money.read'],
  params: ofMonth,
  response: ok(GstReturnSummary),
})

export const setUsdRate = endpoint({
  name: 'setUsdRate',
  method: 'PUT',
  path: '/admin/gst/months/:month/rate',
  summary: 'Set the rupees for one dollar of a month',
  description: 'Takes 20 to 200. Refuses a filed month (409).',
  requirements: ['OQ-293', 'OQ-521', 'OQ-522'],
  permissions: ['money.write'],
  params: ofMonth,
  body: z.object({ usd_rate: UsdRate }),
  response: ok(GstMonth),
  versioned: true,
})

export const fileGstMonth = endpoint({
  name: 'fileGstMonth',
  method: 'POST',
  path: '/admin/gst/months/:month/file',
  summary: 'Mark a month as filed',
  description: "Refuses a month that isn't over, or that has documents without a rate (409).",
  requirements: ['OQ-294', 'OQ-520', 'OQ-521'],
  permissions: ['money.write'],
  params: ofMonth,
  /** What was confirmed. Refused with 409 STALE if the month has other documents by now. */
  body: z.object({
    documents: z.optional(z.int()),
    state_missing: z.optional(z.int()),
    later: z.optional(z.int()),
    /** Kept with the mark. */
    arn: z.optional(Arn),
  }),
  response: ok(GstMonth),
  versioned: true,
})

export const reopenGstMonth = endpoint({
  name: 'reopenGstMonth',
  method: 'POST',
  path: '/admin/gst/months/:month/reopen',
  summary: 'Mark a filed month as not filed',
  requirements: ['OQ-294', 'OQ-521'],
  permissions: ['money.write'],
  params: ofMonth,
  response: ok(GstMonth),
  versioned: true,
})

/** Lists the financial years since the first document, the newest first. */
export const listGstYears = endpoint({
  name: 'listGstYears',
  method: 'GET',
  path: '/admin/gst/years',
  summary: 'List financial years with the dates of their annual returns',
  requirements: ['OQ-832'],
  permissions: ['money.read'],
  response: ok(z.object({ years: z.array(GstYear) })),
})

const yearMessage = 'year must be the year in which a financial year starts, such as 2026'

export const setAnnualReturn = endpoint({
  name: 'setAnnualReturn',
  method: 'PUT',
  path: '/admin/gst/years/:year/annual-return',
  summary: 'Set or remove the day on which an annual return was filed',
  description: 'The day is after the end of the year and not in the future.',
  requirements: ['OQ-832'],
  permissions: ['money.write'],
  params: z.object({ year: z.string().check(z.regex(/^20(1[7-9]|[2-9][0-9])$/, yearMessage)) }),
  body: z.object({ filed_on: z.nullable(dayField('filed_on')) }),
  response: ok(GstYear),
  versioned: true,
})
