/** Messages of the sign-in screen, as the specification has them. */
export const sessionMessages = {
  prompt: 'Use your company e-mail address.',
  failed: 'Login with google failed.',
} as const
