import type { Logger } from 'pino'
import * as z from 'zod'
import { jsonOf } from '../json-lines.ts'
import { printable } from '../printable.ts'
import {
  type GatewayRefund,
  type PaymentGateway,
  type PaymentRefund,
  PaymentRefused,
  PaymentUnknown,
  type RefundRequest,
  type RefundSearch,
} from './payment-gateway.ts'
import {
  gatewayEventOf,
  gatewayRefundOf,
  paymentRefundOf,
  RazorpayRefund,
  referenceNote,
} from './razorpay-messages.ts'
import { createRazorpayReads, type RazorpayResponse } from './razorpay-reads.ts'
import { isWebhookSigned } from './webhook-signature.ts'

interface RazorpayOptions {
  baseUrl: string
  /** Sends the requests; by default over the network. */
  fetch?: (url: string, request: RequestInit) => Promise<Response>
  keyId: string
  keySecret: string
  /** The current secret and the previous one. Without any, every webhook is refused. */
  webhookSecrets: readonly string[]
  timeoutSeconds: number
  log: Logger
}

const Refusal = z.object({ error: z.object({ description: z.string() }) })
const RefundList = z.object({ items: z.array(RazorpayRefund) })

/** Max page size of Razorpay's lists. */
const mostListed = 100
/** More refunds of one payment than this are not listed. */
const mostPages = 10
/** A page of 500 settled payments with full notes has some megabytes. */
const mostAnswerBytes = 8_000_000
const notUnderstood = 'Razorpay gave no clear answer.'

/** Creates the payment gateway for Razorpay. */
export function createRazorpayPayments(options: RazorpayOptions): PaymentGateway {
  const { fetch = globalThis.fetch, keyId, keySecret, webhookSecrets, log } = options
  const authorization = `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`

  async function refund(request: RefundRequest): Promise<GatewayRefund> {
    const answer = await exchange('POST', `/payments/${encodeURIComponent(request.paymentId)}/refund`, {
      headers: { 'content-type': 'application/json', 'x-refund-idempotency': request.idempotencyKey },
      body: JSON.stringify({
        amount: request.amount,
        speed: 'normal',
        receipt: request.reference,
        notes: { ...request.notes, [referenceNote]: request.reference },
      }),
    })
    const made = RazorpayRefund.safeParse(accepted(answer))
    if (
      !made.success ||
      made.data.payment_id !== request.paymentId ||
      made.data.amount !== request.amount ||
      made.data.currency !== request.currency
    ) {
      log.warn({ reference: request.reference }, 'Razorpay returned another refund than the requested one')
      throw new PaymentUnknown(notUnderstood)
    }
    return gatewayRefundOf(made.data)
  }

  async function findRefund(search: RefundSearch): Promise<GatewayRefund | null> {
    const refunds = await refundsOf(search.paymentId)
    const ours = refunds.filter(
      (one) => one.gatewayRefundId === search.gatewayRefundId || one.reference === search.reference,
    )
    const [found] = ours.sort((a, b) => finality[b.state] - finality[a.state])
    if (!found) return null
    const { paymentId: _paymentId, reference: _reference, ...refund } = found
    return refund
  }

  async function refundsOf(paymentId: string): Promise<PaymentRefund[]> {
    const refunds: PaymentRefund[] = []
    for (let page = 0; page < mostPages; page++) {
      const items = await refundPage(paymentId, page * mostListed)
      refunds.push(...items)
      if (items.length < mostListed) return refunds
    }
    throw new PaymentUnknown(notUnderstood)
  }

  async function refundPage(paymentId: string, skip: number): Promise<PaymentRefund[]> {
    const path = `/payments/${encodeURIComponent(paymentId)}/refunds?count=${mostListed}${skip ? `&skip=${skip}` : ''}`
    const answer = await exchange('GET', path)
    // A payment that Razorpay does not know has no refund.
    if ((answer.status === 400 || answer.status === 404) && refusalIn(answer)) return []
    let value: unknown
    try {
      value = accepted(answer)
    } catch (error) {
      // A failed search says nothing about the refund.
      if (error instanceof PaymentRefused) throw new PaymentUnknown(error.message, error)
      throw error
    }
    const list = RefundList.safeParse(value)
    if (!list.success || list.data.items.some((item) => item.payment_id !== paymentId)) {
      throw new PaymentUnknown(notUnderstood)
    }
    return list.data.items.map(paymentRefundOf)
  }

  async function exchange(
    method: 'GET' | 'POST',
    path: string,
    request: RequestInit = {},
  ): Promise<RazorpayResponse> {
    try {
      const response = await fetch(options.baseUrl.replace(/\/+$/, '') + path, {
        ...request,
        method,
        headers: { authorization, accept: 'application/json', ...request.headers },
        redirect: 'manual',
        signal: AbortSignal.timeout(options.timeoutSeconds * 1000),
      })
      const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN)
      return {
        status: response.status,
        text: await readText(response),
        ...(retryAfter >= 0 ? { retryAfter } : {}),
      }
    } catch (cause) {
      // A failed connection is no refusal either: the job asks again once Razorpay can be reached.
      log.warn({ method, problem: nameOf(cause) }, 'Razorpay request failed')
      throw new PaymentUnknown('Razorpay did not respond.', cause)
    }
  }

  /**
   * Returns the JSON of a success.
   * @throws PaymentRefused, PaymentUnknown
   */
  function accepted(answer: RazorpayResponse): unknown {
    const { status, text } = answer
    if (status >= 200 && status < 300) return jsonOf(text)
    const description = refusalIn(answer)
    log.warn({ status, reason: description && reasonOf(description) }, 'Razorpay refused a request')
    // 409: a call with the same key is still running. 408, 425 and 429: nothing was decided.
    const isUndecided = [408, 409, 425, 429].includes(status)
    // A refusal must have Razorpay's own format: an error page of a proxy decides nothing.
    if (status < 400 || status >= 500 || isUndecided || description === undefined) {
      throw new PaymentUnknown(notUnderstood, undefined, answer.retryAfter)
    }
    if (status === 401) throw new PaymentRefused('Razorpay did not accept the keys of this server.')
    throw new PaymentRefused(reasonOf(description) || 'Razorpay refused this request.', {
      alreadyRefunded: /fully refunded already|already (been )?(fully )?refunded/i.test(description),
      exceedsRest: /greater than (the )?amount|exceeds|more than the/i.test(description),
    })
  }

  function reasonOf(description: string): string {
    return printable(description, [keyId, keySecret])
  }

  return {
    kind: 'razorpay',
    refund,
    findRefund,
    refundsOf,
    ...createRazorpayReads({ exchange, accepted, log }),
    verifyWebhook: (rawBody, signature) => isWebhookSigned(rawBody, signature, webhookSecrets),
    parseEvent: gatewayEventOf,
  }
}

const finality = { failed: 0, pending: 1, processed: 2 } as const

function refusalIn({ text }: { text: string }): string | undefined {
  const refusal = Refusal.safeParse(jsonOf(text))
  return refusal.success ? refusal.data.error.description : undefined
}

async function readText(response: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > mostAnswerBytes) throw new Error('The response is too long.')
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

/** Describes an error without the URL that its own text may contain. */
function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const { cause } = error
  return cause instanceof Error && 'code' in cause ? `${error.name} (${String(cause.code)})` : error.name
}
