import { createHmac, timingSafeEqual } from 'node:crypto'

/** Signs a webhook's raw bytes as Razorpay does: HMAC-SHA256, in hexadecimal. */
export function signWebhook(rawBody: Buffer | string, secret: string): string {
  return createHmac('sha256', secret).update(rawBody).digest('hex')
}

/**
 * Checks a signature in constant time; false for a missing or malformed one.
 * @param secrets all that are valid: after a change, Razorpay repeats older webhooks with the previous secret
 */
export function isWebhookSigned(
  rawBody: Buffer,
  signature: string | undefined,
  secrets: readonly string[],
): boolean {
  if (!signature || !/^[0-9a-f]{64}$/i.test(signature)) return false
  const given = Buffer.from(signature, 'hex')
  return secrets.some((secret) => timingSafeEqual(Buffer.from(signWebhook(rawBody, secret), 'hex'), given))
}
