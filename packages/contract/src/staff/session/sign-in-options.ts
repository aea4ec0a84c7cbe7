import * as z from 'zod/mini'
import { SandboxService } from './sandbox-service.ts'

/** A way to sign in, which has a button of its own. */
export const SignInProvider = z.object({
  id: z.string(),
  kind: z.enum(['google', 'entra', 'oidc', 'sandbox']),
  /** What the button says after "Sign in with". */
  name: z.string(),
  /** Set if Google's own button signs in, which needs it. Otherwise beginSignIn names the provider's address. */
  client_id: z.optional(z.string()),
})
export type SignInProvider = z.output<typeof SignInProvider>

/** Response of GET /idp/options: the sign-ins of this server (OQ-015), and the services that a sandbox replaces (OQ-170). */
export const SignInOptions = z.object({
  providers: z.array(SignInProvider),
  sandboxes: z.array(SandboxService),
  /** What whoever installed the program must still do, for the sign-in screen (OQ-383). */
  notice: z.optional(z.string()),
})
export type SignInOptions = z.output<typeof SignInOptions>
