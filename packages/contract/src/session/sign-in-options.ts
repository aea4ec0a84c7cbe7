import * as z from 'zod/mini'

/** Response of GET /idp/options, before sign-in: which sign-in this server uses (OQ-015). */
export const SignInOptions = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('google'), client_id: z.string() }),
  z.object({ kind: z.literal('oidc'), issuer: z.string(), client_id: z.string(), name: z.string() }),
  z.object({ kind: z.literal('sandbox'), issuer: z.string(), client_id: z.string() }),
])
export type SignInOptions = z.output<typeof SignInOptions>
