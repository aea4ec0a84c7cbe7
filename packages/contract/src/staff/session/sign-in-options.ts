import * as z from 'zod/mini'
import { SandboxService } from './sandbox-service.ts'

/** A sign-in, as the console needs to know it. */
export const SignIn = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('google'), client_id: z.string() }),
  z.object({ kind: z.literal('oidc'), issuer: z.string(), client_id: z.string(), name: z.string() }),
  z.object({ kind: z.literal('sandbox'), issuer: z.string(), client_id: z.string() }),
])
export type SignIn = z.output<typeof SignIn>

/** Response of GET /idp/options: the sign-in of this server (OQ-015), and the services that a sandbox replaces (OQ-170). */
export const SignInOptions = z.intersection(
  SignIn,
  z.object({
    sandboxes: z.array(SandboxService),
    /** What whoever installed the program must still do, for the sign-in screen (OQ-383). */
    notice: z.optional(z.string()),
  }),
)
export type SignInOptions = z.output<typeof SignInOptions>
