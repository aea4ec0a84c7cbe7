import * as z from 'zod/mini'

/** Services that a sandbox can replace. */
export const sandboxServices = ['sign-in', 'meetings', 'payments'] as const
export const SandboxService = z.enum(sandboxServices)
export type SandboxService = z.output<typeof SandboxService>
