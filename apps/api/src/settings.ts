import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { isAbsolute, resolve } from 'node:path'
import { roles } from '@greenroom/contract/access/permission'
import { canAllowScheme, defaultAppSchemes } from '@greenroom/contract/marketing/shortlink/shortlink.rules'
import * as z from 'zod'
import { readDatabaseUrl } from './database-url.ts'
import { gstinProblem, isUin, normalizedGstin } from './modules/money/document/gstin.ts'
import { readLedgers } from './modules/money/gst-return/journal-ledgers.ts'
import { readGroupRoles } from './platform/identity/group-roles.ts'
import { isLoopbackHost } from './platform/identity/loopback-host.ts'
import { reasonsForRealData } from './real-data.ts'
import type { TaxPeriod } from './tax-period.ts'

const text = z.string().trim().min(1)
const optionalText = z.preprocess((value) => (value === '' ? undefined : value), text.optional())
const serviceCode = z
  .string()
  .trim()
  .regex(/^99\d{2}(\d{2})?$/, 'it must be a service accounting code: four or six digits that begin with 99')
const gstRate = z.coerce
  .number('it must be a rate in per cent, such as 18')
  .min(0.01, 'it must be a rate in per cent, such as 18')
  .max(40, 'it must be a rate in per cent, such as 18')
  .refine((rate) => Number.isInteger(Math.round(rate * 1e6) / 1e4), 'it may have two decimals')
const lutNumber = z
  .string()
  .trim()
  .regex(/^[A-Z0-9]{6,20}$/i, 'it must be the reference number (ARN) of the letter')
const onOrOff = z.enum(['on', 'off'])
const optionalDay = z.preprocess(
  (value) => (value === '' ? undefined : value),
  z.iso
    .date('it must be a day such as 2027-04-01')
    .refine((day) => day >= '2017-07-01', 'GST began on 2017-07-01')
    .optional(),
)
const wordList = z.string().transform((value) =>
  value
    .split(',')
    .map((word) => word.trim().toLowerCase())
    .filter(Boolean),
)
const isWebAddress = (value: string) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)
const address = text.refine(isWebAddress, 'it must be an address that begins with http:// or https://')
const optionalAddress = z.preprocess((value) => (value === '' ? undefined : value), address.optional())
const loopbackAddress = z.preprocess(
  (value) => (value === '' ? undefined : value),
  address
    .refine((value) => isLoopbackHost(new URL(value).hostname), 'it must be an address of this computer')
    .optional(),
)
const groupRoles = z.preprocess(
  (value) => (value === '' ? undefined : value),
  text
    .transform((value, context) => {
      const found = readGroupRoles(value)
      if (!found) {
        const message = `each must be a group and a role, such as finance-team=finance, with a name that has a comma in quotation marks; the roles are ${roles.join(', ')}`
        context.addIssue({ code: 'custom', message })
      }
      return found ?? []
    })
    .optional(),
)
const groupRolesMeaning =
  'Comma-separated roles by groups, such as finance-team=finance or "Sales, India"=viewer; the first that matches counts; unset: groups give no roles'
const groupsClaim = (roles: string) =>
  optionalText.describe(`Claim with the groups of ${roles}: a name or a path; default groups`)
const optionalDatabase = z.preprocess(
  (value) => (value === '' ? undefined : value),
  // The driver treats anything else as the name of a database on a server that it guesses.
  text
    .regex(/^(postgres(ql)?:\/\/|socket:|\/)/i, 'it must be an address that begins with postgresql://')
    .transform((value, context) => {
      const { url, problem } = readDatabaseUrl(value)
      if (problem !== undefined) context.addIssue({ code: 'custom', message: problem })
      return url
    })
    .optional(),
)
const optionalContact = z.preprocess(
  (value) => (value === '' ? undefined : value),
  text
    .refine(
      (value) => z.email().safeParse(value).success || /^https:\/\/\S+$/i.test(value),
      'it must be an e-mail address or an address that begins with https://',
    )
    .transform((value) => (/^https:/i.test(value) ? value : `mailto:${value}`))
    .optional(),
)
const optionalCount = z.preprocess(
  (value) => (value === '' ? undefined : value),
  z.coerce.number().int().min(0).optional(),
)
const optionalAmount = z.preprocess(
  (value) => (value === '' ? undefined : value),
  z
    .string()
    .regex(/^\d{1,9}(\.\d{2})?$/, 'it must be an amount such as 10000 or 99.50')
    .transform((text) => Math.round(Number(text) * 100))
    .optional(),
)
const count = (fallback: number, description: string) =>
  z.coerce.number().int().min(0).default(fallback).describe(description)

/** What an accountant may change from a day on; the plain settings have the same names. */
const TaxPeriodSchema = z.strictObject({
  from: z.iso.date('it must be a day such as 2027-04-01'),
  GST_RATE: gstRate.optional(),
  GST_ON_USD_ORDERS: onOrOff.optional(),
  GST_ON_SEZ_ORDERS: onOrOff.optional(),
  LUT_NUMBER: lutNumber.optional(),
  COMPANY_ADDRESS: text.optional(),
  INVOICE_SAC: serviceCode.optional(),
  INVOICE_SAC_EVENTS: serviceCode.optional(),
  INVOICE_SAC_MEMBERSHIPS: serviceCode.optional(),
  INVOICE_SAC_PAYMENT_PAGES: serviceCode.optional(),
})

/** Periods as JSON: a list whose days ascend. */
const taxPeriods = z
  .string()
  .default('')
  .transform((written, context): TaxPeriod[] => {
    const refuse = (message: string) => context.addIssue({ code: 'custom', message })
    if (written === '') return []
    let given: unknown
    try {
      given = JSON.parse(written)
    } catch {
      refuse('it must be JSON, such as [{"from": "2027-04-01", "GST_RATE": 12}]')
      return []
    }
    if (!Array.isArray(given)) {
      refuse('it must be a list, such as [{"from": "2027-04-01", "GST_RATE": 12}]')
      return []
    }
    const periods: TaxPeriod[] = []
    for (const [index, one] of given.entries()) {
      const parsed = TaxPeriodSchema.safeParse(one)
      for (const issue of parsed.error?.issues ?? []) {
        const place = `period ${index + 1}`
        if (issue.code === 'unrecognized_keys') {
          for (const key of issue.keys) refuse(`${place}, ${key}: it has no periods`)
        } else refuse(`${place}${issue.path.length > 0 ? `, ${issue.path.join('.')}` : ''}: ${issue.message}`)
      }
      if (!parsed.success) continue
      const earlier = periods.at(-1)
      if (earlier && parsed.data.from <= earlier.from) {
        refuse(`period ${index + 1}, from: it must be later than ${earlier.from}`)
      }
      periods.push(definedOf(parsed.data))
    }
    return periods
  })

/** Leaves out members without a value, which would hide those of an earlier period. */
function definedOf(period: z.output<typeof TaxPeriodSchema>): TaxPeriod {
  return Object.fromEntries(Object.entries(period).filter(([, value]) => value !== undefined)) as TaxPeriod
}

/** The supplier on invoices of a new installation; production requires real values. */
export const madeUpCompany = {
  COMPANY_NAME: 'Greenroom Learning Private Limited',
  COMPANY_ADDRESS: '4th Floor, 12 Residency Road, Bengaluru 560025',
  COMPANY_GSTIN: '29AAAAA0000A1ZY',
}

/**
 * Every setting of the server, read from the environment once at start. The table in docs/operations.md is generated
 * from this schema, so a description here is documentation.
 */
export const SettingsSchema = z.object({
  NODE_ENV: z
    .enum(['development', 'test', 'production'])
    .default('development')
    .describe('production refuses sandboxes and the made-up company, and adds no sample data by itself'),
  DEMO: z
    .enum(['on', 'off'])
    .default('off')
    .describe(
      'on: nothing in this installation is real, so sandboxes and the made-up company are allowed anywhere, also in production',
    ),
  HOST: text.default('127.0.0.1').describe('Address to listen on'),
  PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65535)
    .default(3000)
    .describe('Port to listen on; 0 takes a free one and needs PUBLIC_URL'),
  PUBLIC_URL: optionalText.describe(
    'Address under which browsers reach the server; default http://HOST:PORT',
  ),
  SITE: z
    .enum(['auto', 'on', 'off'])
    .default('auto')
    .describe(
      'The sample public site at /site; auto is on with the payment sandbox, without which it cannot be on',
    ),
  PUBLIC_SITE_URL: optionalAddress.describe(
    'The public site, for the link templates; default the sample site if it is on, else https://www.example.com',
  ),
  DATA_DIR: text.default('./data').describe('Folder of the embedded database, uploaded files and keys'),
  SAMPLE_DATA: z
    .enum(['on', 'off'])
    .optional()
    .describe(
      'Fill an empty embedded database with sample data; default on, in production and where others reach the program off',
    ),
  DATABASE_URL: optionalDatabase.describe('A PostgreSQL server to use instead of the embedded one'),
  DATABASE_DIRECT_URL: optionalDatabase.describe(
    'The server itself, if DATABASE_URL is that of PgBouncer or another pooler in transaction mode: for listening, jobs, session locks, migrations and backups',
  ),
  DATABASE_READ_URL: optionalDatabase.describe(
    'A standby of that server, from which GET endpoints read; one server, not a balancer over several',
  ),
  DATABASE_POOL_SIZE: count(8, 'Connections that one process keeps open to the database for calls'),
  DATABASE_LOCK_TIMEOUT_SECONDS: z.coerce
    .number()
    .min(0.1)
    .default(4)
    .describe('How long a statement waits for a lock that another transaction holds'),
  DATABASE_STATEMENT_TIMEOUT_SECONDS: z.coerce
    .number()
    .min(0.1)
    .default(15)
    .describe('How long a statement of a call may take'),
  FILES_URL: optionalText.describe(
    'Where uploaded files live: a folder, or s3://bucket; default DATA_DIR/files',
  ),
  S3_ENDPOINT: optionalAddress.describe('Address of an S3-compatible store other than AWS'),
  AWS_REGION: optionalText.describe('Region of the S3 bucket'),
  AWS_ACCESS_KEY_ID: optionalText.describe('Key id for the S3 bucket'),
  AWS_SECRET_ACCESS_KEY: optionalText.describe('Secret for the S3 bucket'),
  AWS_SESSION_TOKEN: optionalText.describe('Session token, where the S3 keys are temporary'),
  GOOGLE_CLIENT_ID: optionalText.describe(
    'Client id at Google; without GOOGLE_CLIENT_SECRET its own button signs in',
  ),
  GOOGLE_CLIENT_SECRET: optionalText.describe(
    "Client secret at Google: the server exchanges a code, and no script of Google's is loaded",
  ),
  GOOGLE_URL: loopbackAddress.describe(
    "Address of a server on this computer in place of Google's, for tests",
  ),
  ENTRA_CLIENT_ID: optionalText.describe('Application (client) id at Microsoft Entra ID'),
  ENTRA_CLIENT_SECRET: optionalText.describe(
    'Client secret at Microsoft Entra ID; needed with ENTRA_CLIENT_ID',
  ),
  ENTRA_TENANTS: wordList
    .refine(
      (tenants) => tenants.every((tenant) => z.guid().safeParse(tenant).success),
      'each must be the id of a tenant, such as 01234567-89ab-cdef-0123-456789abcdef',
    )
    .default([])
    .describe('Comma-separated ids of the Entra tenants whose accounts may sign in'),
  ENTRA_GROUPS_CLAIM: groupsClaim('ENTRA_GROUP_ROLES'),
  ENTRA_GROUP_ROLES: groupRoles.describe(groupRolesMeaning),
  ENTRA_URL: loopbackAddress.describe("Address of a server on this computer in place of Entra's, for tests"),
  ...oidcProvider(''),
  ...oidcProvider('_2'),
  ...oidcProvider('_3'),
  SIGN_IN_TIMEOUT_SECONDS: z.coerce
    .number()
    .min(0.1)
    .max(60)
    .default(5)
    .describe('Time-out of a request to a sign-in provider'),
  ADMIN_EMAIL_DOMAINS: wordList
    .default([])
    .describe('Comma-separated e-mail domains whose verified accounts may sign in'),
  ADMIN_EMAILS: wordList
    .default([])
    .describe('Comma-separated e-mail addresses that may sign in, always as owners'),
  DEFAULT_ROLE: z
    .enum(roles)
    .default('administrator')
    .describe(
      'Role of an account of ADMIN_EMAIL_DOMAINS at its first sign-in; those in ADMIN_EMAILS are owners',
    ),
  SESSION_HOURS: z.coerce
    .number()
    .min(0.1)
    .max(720)
    .default(12)
    .describe('Hours after a sign-in until it is needed again'),
  SESSION_IDLE_MINUTES: count(
    0,
    'Minutes without a call after which a session ends; 0 ends none for that. Live changes and what the console reads by itself are no calls',
  ),
  LOG_DAYS: z.coerce
    .number()
    .int()
    .min(30)
    .max(3650)
    .default(365)
    .describe(
      'Days for which sign-ins, refusals, and reads of contacts are kept; changes in the history are kept for ever',
    ),
  PLACEHOLDER_EMAILS: wordList
    .refine((emails) => emails.every((email) => email.includes('@')), 'each must be an e-mail address')
    .default(['void@razorpay.com'])
    .describe('E-mail addresses that checkouts send for buyers without one: they tell nobody apart'),
  ADMIN_POST_USER_ID: z
    .guid('it must be the id of a user')
    .transform((id) => id.toLowerCase())
    .default('01931f6e-0000-7000-8000-000000000001')
    .describe('The user in whose name staff write community posts'),
  MEETINGS: z
    .enum(['auto', 'sandbox', 'zoom'])
    .default('auto')
    .describe('auto: Zoom once any account has its keys, else the sandbox'),
  ZOOM_BASE_URL: address.default('https://api.zoom.us/v2').describe("Address of Zoom's API"),
  ZOOM_OAUTH_URL: address.default('https://zoom.us/oauth/token').describe("Address of Zoom's token endpoint"),
  ...zoomAccount(1),
  ...zoomAccount(2),
  ...zoomAccount(3),
  ...zoomAccount(4),
  MEETING_TIMEOUT_SECONDS: z.coerce
    .number()
    .min(0.1)
    .default(15)
    .describe('Time-out of a request to the meeting provider'),
  MEETING_BUFFER_MINUTES: count(15, 'Minutes that two sessions on one meeting account must lie apart'),
  MEETING_CLASHES: z
    .enum(['warn', 'refuse'])
    .default('warn')
    .describe(
      'What happens when a session is published, activated or moved over a clash, or a lead is assigned over one',
    ),
  PAYMENTS: z
    .enum(['auto', 'sandbox', 'razorpay'])
    .default('auto')
    .describe('auto: Razorpay once its keys are set, else the sandbox'),
  RAZORPAY_BASE_URL: address.default('https://api.razorpay.com/v1').describe("Address of Razorpay's API"),
  RAZORPAY_KEY_ID: optionalText.describe('Razorpay key id'),
  RAZORPAY_KEY_SECRET: optionalText.describe('Razorpay key secret'),
  RAZORPAY_WEBHOOK_SECRET: optionalText.describe('Secret that Razorpay signs its webhooks with'),
  RAZORPAY_WEBHOOK_SECRET_PREVIOUS: optionalText.describe(
    'The secret before it, for a day after a change: Razorpay repeats older webhooks with it',
  ),
  PAYMENT_TIMEOUT_SECONDS: z.coerce
    .number()
    .min(0.1)
    .default(20)
    .describe('Time-out of a request to the payment gateway'),
  REFUND_APPROVAL_ABOVE_INR: optionalAmount.describe(
    'Rupees above which the refunds of one order need a second person; 0: all of them; unset: none',
  ),
  REFUND_APPROVAL_ABOVE_USD: optionalAmount.describe(
    'Dollars above which the refunds of one order need a second person; 0: all of them; unset: none',
  ),
  REFUNDS_PER_DAY: optionalCount.describe(
    'Refunds that one person makes on a day of BUSINESS_TIME_ZONE; each further one needs a second person; unset: no limit',
  ),
  PRODUCT_WEBHOOK_URL: optionalAddress.describe(
    'Address of the public product that gets webhooks about changes; unset: none are sent',
  ),
  PRODUCT_WEBHOOK_SECRET: z
    .preprocess(
      (value) => (value === '' ? undefined : value),
      text.min(32, 'it must have at least 32 characters').optional(),
    )
    .describe('Secret that signs those webhooks: whsec_ and base64, or any text of at least 32 characters'),
  WEBHOOK_TIMEOUT_SECONDS: z.coerce
    .number()
    .min(0.1)
    .max(60)
    .default(10)
    .describe('Time-out of a webhook, and of a call to LeadSquared'),
  WEBHOOKS_TO_PRIVATE_ADDRESSES: z
    .enum(['on', 'off'])
    .optional()
    .describe(
      'Whether webhooks may go to addresses that are not on the Internet; default on, in production off',
    ),
  LEADSQUARED_BASE_URL: optionalAddress.describe(
    "Address of LeadSquared's API with its version, such as https://api-in21.leadsquared.com/v2; unset: no activities are sent",
  ),
  LEADSQUARED_ACCESS_KEY: optionalText.describe('LeadSquared access key'),
  LEADSQUARED_SECRET_KEY: optionalText.describe('LeadSquared secret key'),
  LEADSQUARED_CALLS_PER_5_SECONDS: z.coerce
    .number()
    .int()
    .min(1)
    .default(4)
    .describe(
      'Calls to LeadSquared in 5 seconds, of all processes together; its plans allow 2 (Lite), 5 (Pro), 10, 15 or 25',
    ),
  SETTLEMENT_DAYS: z.coerce
    .number()
    .int()
    .min(1)
    .max(30)
    .default(2)
    .describe(
      'Working days, Monday to Friday, after which a captured payment must be in a settlement of Razorpay; payments in another currency have five more',
    ),
  COMPANY_NAME: text
    .default(madeUpCompany.COMPANY_NAME)
    .describe('Supplier on invoices; made up, so production must set it'),
  COMPANY_ADDRESS: text
    .default(madeUpCompany.COMPANY_ADDRESS)
    .describe("Supplier's address on invoices; made up, so production must set it"),
  COMPANY_STATE: text
    .default('Karnataka')
    .describe("Supplier's State by name or GST code: supplies in this State have CGST and SGST, others IGST"),
  COMPANY_GSTIN: text
    .transform(normalizedGstin)
    .default(madeUpCompany.COMPANY_GSTIN)
    .describe("Supplier's GST number on invoices; made up, so production must set it"),
  INVOICE_SAC: serviceCode.default('999293').describe('Service accounting code on invoices'),
  INVOICE_SAC_EVENTS: z
    .preprocess((value) => (value === '' ? undefined : value), serviceCode.optional())
    .describe('Service accounting code for admission to events held in a place; default INVOICE_SAC'),
  INVOICE_SAC_MEMBERSHIPS: z
    .preprocess((value) => (value === '' ? undefined : value), serviceCode.optional())
    .describe('Service accounting code of memberships; default INVOICE_SAC'),
  INVOICE_SAC_PAYMENT_PAGES: z
    .preprocess((value) => (value === '' ? undefined : value), serviceCode.optional())
    .describe('Service accounting code of what payment pages sell; default INVOICE_SAC'),
  GSTR1_FILE_VERSION: z
    .string()
    .regex(/^GST\d{1,2}\.\d{1,2}\.\d{1,2}$/, 'must look like GST3.2.6')
    .default('GST3.2.6')
    .describe(
      "Version in the JSON of GSTR-1: that of the portal's offline tool, which it refuses once it is too old",
    ),
  JOURNAL_LEDGERS: z
    .string()
    .default('')
    .superRefine((text, context) => {
      try {
        readLedgers(text)
      } catch (error) {
        context.addIssue({ code: 'custom', message: (error as Error).message })
      }
    })
    .describe('Names of ledgers in the exported journal, such as "bank=HDFC Bank; sales=Course sales"'),
  ZERO_ORDER_INVOICES: z
    .enum(['none', 'issue'])
    .default('none')
    .describe('Whether an order of 0 gets an invoice. none: nothing was paid, so there is no supply'),
  INVOICE_SERIES: z
    .string()
    .regex(/^[A-Z0-9]{1,4}$/)
    .default('GR')
    .describe('Prefix of every invoice number; one to four capital letters or digits'),
  BOOKS_BEGIN: optionalDay.describe(
    'First day in India whose payments are invoiced here, such as 2026-04-01: orders that were paid before it are of another system; unset: all are ours',
  ),
  GST_RATE: gstRate.default(18).describe('GST in per cent; prices of payment pages exclude it'),
  TAX_PERIODS: taxPeriods.describe(
    'What changes from a day on, as JSON: [{"from": "2027-04-01", "GST_RATE": 12}]. GST_RATE, GST_ON_USD_ORDERS, GST_ON_SEZ_ORDERS, LUT_NUMBER, COMPANY_ADDRESS and the INVOICE_SAC settings may change; see docs/tax.md',
  ),
  LUT_NUMBER: z
    .preprocess((value) => (value === '' ? undefined : value), lutNumber.optional())
    .describe('Reference number (ARN) of the letter of undertaking, for documents without tax'),
  GST_ON_USD_ORDERS: onOrOff
    .default('on')
    .describe(
      'Whether exports carry IGST; off needs a letter of undertaking. Orders in dollars from India carry GST in any case',
    ),
  GST_ON_SEZ_ORDERS: onOrOff
    .default('on')
    .describe('Whether supplies to Special Economic Zones carry IGST; off needs a letter of undertaking'),
  SEZ_GSTINS: wordList
    .transform((gstins) => gstins.map(normalizedGstin))
    .refine(
      (gstins) => gstins.every((gstin) => gstinProblem(gstin) === null && !isUin(gstin)),
      'each must be a GSTIN such as 29AAAAA0000A1ZY',
    )
    .default([])
    .describe(
      'Comma-separated GSTINs of units and developers in Special Economic Zones, for orders that do not say so',
    ),
  RUPEE_ORDERS_FROM_ABROAD: z
    .enum(['taxed', 'export'])
    .default('taxed')
    .describe(
      'How orders in rupees from abroad are taxed. taxed: with IGST, as payment in rupees makes no export; export: like orders in dollars, where the accountant accepts the payment',
    ),
  HYBRID_WITHOUT_ATTENDANCE: z
    .enum(['online', 'in-person'])
    .default('online')
    .describe(
      'How an order of a hybrid masterclass is taxed that does not say how the buyer takes part. online: by the State of the buyer; in-person: by the State of the venue',
    ),
  FOREIGN_BUYERS_AT_VENUE: z
    .enum(['intra-state', 'inter-state'])
    .default('intra-state')
    .describe(
      "Tax of a seat in a hall of the supplier's State that a buyer abroad buys. intra-state: CGST and SGST; inter-state: IGST",
    ),
  BUSINESS_TIME_ZONE: text
    .refine(isTimeZone, 'it must be a time zone such as Asia/Kolkata')
    .default('Asia/Kolkata')
    .describe(
      'Time zone of the business: days of filters, coupon validity and "today", and start_time_format_string',
    ),
  PAYMENT_PAGE_URL_TEMPLATE: text
    .default('{PUBLIC_SITE_URL}/payment/{creator_id}')
    .describe("Address behind a masterclass card's Payment Page link"),
  PAYMENT_ENTITY_URL_TEMPLATE: text
    .default('{PUBLIC_SITE_URL}/pay/{_id}')
    .describe('Address of a custom payment page'),
  SHORTLINK_BASE_URL: z
    .preprocess(
      (value) => (value === '' ? undefined : value),
      text.regex(/^https?:\/\/[^\s]+$/i, 'Must start with http:// or https://').optional(),
    )
    .describe('URL before a short code, with its last character; default PUBLIC_URL/s/'),
  SHORTLINK_APP_SCHEMES: wordList
    .transform((schemes) => schemes.map((scheme) => scheme.replace(/:(\/\/)?$/, '')))
    .refine(
      (schemes) => schemes.length > 0 && schemes.every(canAllowScheme),
      'each must be the scheme of an app such as greenroom, and none that runs code or reads files',
    )
    .default([...defaultAppSchemes])
    .describe('Comma-separated schemes that the app URL of a short link may have; all others are refused'),
  CORS_ORIGINS: wordList
    .transform((origins) => origins.map((origin) => origin.replace(/\/+$/, '')))
    .refine(
      (origins) => origins.every((origin) => isWebAddress(origin) && new URL(origin).origin === origin),
      'each must be an origin such as https://console.example.com, without a path',
    )
    .default([])
    .describe('Comma-separated origins of a console that is hosted elsewhere'),
  TRUST_PROXY: wordList
    .refine(
      (networks) => networks.every(isNetwork),
      'each must be an address or a network such as 10.0.0.0/8, and not everything',
    )
    .default([])
    .describe('Comma-separated addresses or networks of the proxies whose X-Forwarded-For names the client'),
  RATE_LIMIT_PER_MINUTE: count(1200, 'Calls a minute for one credential or address; 0 lifts the limit'),
  RATE_LIMIT_WRITES_PER_MINUTE: count(300, 'Writes a minute for one credential; 0 lifts the limit'),
  RATE_LIMIT_PER_KEY_PER_MINUTE: count(600, 'Calls a minute for one API key; 0 lifts the limit'),
  RATE_LIMIT_SIGN_INS_PER_MINUTE: count(
    30,
    'Refused credentials a minute for one address; 0 lifts the limit',
  ),
  LIVE_STREAMS: count(
    2000,
    'Max open live connections of a process; 0 turns live changes off, and open screens read again every 30 seconds',
  ),
  CONSOLE: z
    .enum(['on', 'off'])
    .default('on')
    .describe('Serve the built console; off when it is hosted elsewhere'),
  SECURITY_CONTACT: optionalContact.describe(
    'E-mail address or https:// page for reports of vulnerabilities, in /.well-known/security.txt; unset: there is none',
  ),
  METRICS_TOKEN: optionalText.describe(
    'A bearer token for /metrics; without it only callers on this very machine may read them',
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: optionalAddress.describe(
    'Address of an OpenTelemetry collector that takes traces over HTTP; unset: none are made',
  ),
  OTEL_SERVICE_NAME: text.default('greenroom').describe('The name of this service in traces'),
  DISK_RESERVE_MB: count(
    200,
    'Megabytes that must stay free on each disk written to, uploads in progress included; below it writes are refused',
  ),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'])
    .default('info')
    .describe('Log level'),
})

function zoomAccount<N extends 1 | 2 | 3 | 4>(n: N) {
  const setting = (what: string) => optionalText.describe(`${what} of the meeting account zoom_${n}`)
  return {
    [`ZOOM_${n}_ACCOUNT_ID`]: setting('Zoom account id'),
    [`ZOOM_${n}_CLIENT_ID`]: setting('Server-to-server client id'),
    [`ZOOM_${n}_CLIENT_SECRET`]: setting('Server-to-server client secret'),
    [`ZOOM_${n}_USER_ID`]: optionalText.describe(
      `Zoom user that hosts the meetings of zoom_${n}; default me`,
    ),
  } as Record<`ZOOM_${N}_${'ACCOUNT_ID' | 'CLIENT_ID' | 'CLIENT_SECRET' | 'USER_ID'}`, typeof optionalText>
}

/** The settings of an OpenID provider. Several can be used at once: OIDC_…, OIDC_2_…, OIDC_3_…. */
function oidcProvider<N extends '' | '_2' | '_3'>(n: N) {
  const issuer = `OIDC${n}_ISSUER`
  return {
    [issuer]: optionalText.describe(
      n === '' ? 'Issuer address of an OpenID provider' : 'Issuer address of a further OpenID provider',
    ),
    [`OIDC${n}_CLIENT_ID`]: optionalText.describe(`Client id at ${issuer}`),
    [`OIDC${n}_CLIENT_SECRET`]: optionalText.describe(
      `Client secret at ${issuer}; unset: a public client, with PKCE alone`,
    ),
    [`OIDC${n}_NAME`]: optionalText.describe(
      `What the button of ${issuer} says after "Sign in with"; default its host name`,
    ),
    [`OIDC${n}_GROUPS_CLAIM`]: groupsClaim(`OIDC${n}_GROUP_ROLES`),
    [`OIDC${n}_GROUP_ROLES`]: groupRoles.describe(groupRolesMeaning),
  } as Record<
    `OIDC${N}_${'ISSUER' | 'CLIENT_ID' | 'CLIENT_SECRET' | 'NAME' | 'GROUPS_CLAIM'}`,
    typeof optionalText
  > &
    Record<`OIDC${N}_GROUP_ROLES`, typeof groupRoles>
}

function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  return bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
}

/**
 * Tells whether a name is that of a time zone for Node and PostgreSQL alike. Of names without a slash they know
 * different ones: IST is Kolkata for one and Jerusalem for the other.
 */
function isTimeZone(name: string): boolean {
  if (name !== 'UTC' && !name.includes('/')) return false
  try {
    Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

function hasPath(address = ''): boolean {
  return URL.canParse(address) && new URL(address).pathname.replace(/\/+$/, '') !== ''
}

export type Settings = z.output<typeof SettingsSchema> & {
  SAMPLE_DATA: 'on' | 'off'
  WEBHOOKS_TO_PRIVATE_ADDRESSES: 'on' | 'off'
}

/** Tells whether some refunds need a second person. */
export function hasRefundApproval(
  settings: Pick<Settings, 'REFUND_APPROVAL_ABOVE_INR' | 'REFUND_APPROVAL_ABOVE_USD' | 'REFUNDS_PER_DAY'>,
): boolean {
  return (
    settings.REFUND_APPROVAL_ABOVE_INR !== undefined ||
    settings.REFUND_APPROVAL_ABOVE_USD !== undefined ||
    settings.REFUNDS_PER_DAY !== undefined
  )
}

/** The environment is invalid. The message names each setting and is written for the operator. */
export class SettingsError extends Error {}

/**
 * Removes quotes around a value, which some readers of .env files keep, and ignores the case of a value that is only
 * accepted in another one.
 */
function asMeant(schema: z.ZodType, written: string): string {
  const value = /^(["'])(.+)\1$/s.exec(written)?.[2] ?? written
  const forms = [value, value.toLowerCase(), value.toUpperCase()]
  return forms.find((form) => schema.safeParse(form).success) ?? value
}

/**
 * Reads the settings. A setting may also be in a file that NAME_FILE names, as container secrets are.
 * @throws SettingsError naming every invalid setting
 */
export function readSettings(environment: Record<string, string | undefined>): Settings {
  const given: Record<string, string | undefined> = {}
  const problems: string[] = []
  for (const [name, schema] of Object.entries(SettingsSchema.shape)) {
    const file = environment[`${name}_FILE`]
    try {
      const value = file ? readFileSync(file, 'utf8').trim() : environment[name]
      // Spaces mean nothing, so that they don't become the number 0.
      if (value !== undefined && value.trim() !== '') given[name] = asMeant(schema, value.trim())
    } catch (error) {
      problems.push(`${name}_FILE: ${file} cannot be read (${(error as NodeJS.ErrnoException).code})`)
    }
  }
  const parsed = SettingsSchema.safeParse(given)
  problems.push(...(parsed.error?.issues ?? []).map((issue) => `${issue.path.join('.')}: ${issue.message}`))
  for (const name of ['DATABASE_DIRECT_URL', 'DATABASE_READ_URL'] as const) {
    if (given[name] && !given.DATABASE_URL) problems.push(`${name}: it needs DATABASE_URL`)
  }
  if (given.CONSOLE !== 'off' && hasPath(given.PUBLIC_URL)) {
    problems.push(
      'PUBLIC_URL: it must have no path, unless CONSOLE is off: the console works only at the root',
    )
  }
  if (!parsed.success || problems.length > 0) {
    throw new SettingsError(`These settings cannot be used:\n  ${problems.join('\n  ')}`)
  }
  const settings = parsed.data
  const mayHaveRealData = settings.DEMO === 'off' && reasonsForRealData(settings).length > 0
  return {
    ...settings,
    DATA_DIR: isAbsolute(settings.DATA_DIR) ? settings.DATA_DIR : resolve(settings.DATA_DIR),
    SAMPLE_DATA: settings.SAMPLE_DATA ?? (mayHaveRealData ? 'off' : 'on'),
    WEBHOOKS_TO_PRIVATE_ADDRESSES:
      settings.WEBHOOKS_TO_PRIVATE_ADDRESSES ?? (settings.NODE_ENV === 'production' ? 'off' : 'on'),
  }
}
