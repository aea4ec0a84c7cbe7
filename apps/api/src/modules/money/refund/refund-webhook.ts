import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { ModuleHost } from '../../../module-host.ts'
import { AppError } from '../../../platform/app-error.ts'
import { systemActor } from '../../../platform/audit/actor.ts'
import { startCall } from '../../../platform/call.ts'
import { clientAddress } from '../../../platform/http/client-address.ts'
import { refuseUnstorableText, visibleTexts } from '../../../platform/http/validation.ts'
import type { GatewayEventService } from './gateway-event.service.ts'

const webhookPath = '/webhooks/razorpay'
const mostWebhookBytes = 262_144

/**
 * Receives the payment gateway's signed webhooks (OQ-026). They carry no credential: the signature over the raw bytes
 * authenticates them.
 */
export function openPaymentWebhook(host: ModuleHost, events: GatewayEventService): void {
  const { gateway } = host.providers
  // A scope of its own, because only this body must stay unparsed.
  host.fastify.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: mostWebhookBytes },
      (_request, body, done) => done(null, body),
    )
    scope.post(webhookPath, { config: { access: 'public', isUnlimited: true } }, async (request, reply) => {
      const rawBody = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      if (!gateway.verifyWebhook(rawBody, headerOf(request, 'x-razorpay-signature'))) {
        host.metrics.countRefusedWebhook()
        host.log.warn(
          { address: clientAddress(request), reqId: request.id },
          'Refused a payment webhook without a valid signature: check RAZORPAY_WEBHOOK_SECRET',
        )
        throw new AppError('BAD_REQUEST', 'The signature of this webhook is not valid.')
      }
      const event = gateway.parseEvent(rawBody)
      if (event) {
        refuseUnstorableText(event)
        const actor = { ...systemActor, address: clientAddress(request), requestId: request.id }
        await events.receive(
          startCall({ ...host, actor }),
          eventIdOf(request, rawBody),
          visibleTexts(event) as typeof event,
        )
      }
      return reply.header('cache-control', 'no-store').send({})
    })
  })
  gateway.sendEventsTo?.(async ({ id, body, signature }) => {
    await host.fastify.inject({
      method: 'POST',
      url: webhookPath,
      headers: {
        'content-type': 'application/json',
        'x-razorpay-signature': signature,
        'x-razorpay-event-id': id,
      },
      payload: body,
    })
  })
}

/** Returns the gateway's event id. Without a usable one, the hash of the bytes identifies the event. */
function eventIdOf(request: FastifyRequest, rawBody: Buffer): string {
  const id = headerOf(request, 'x-razorpay-event-id')
  if (id && /^[\x21-\x7e]{1,200}$/.test(id)) return id
  return `sha256-${createHash('sha256').update(rawBody).digest('hex')}`
}

function headerOf(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name]
  return typeof value === 'string' ? value : undefined
}
