/** Messages of the sign-in, as the specification has them; those after `failed` are ours. */
export const sessionMessages = {
  prompt: 'Use your company e-mail address.',
  failed: 'Login with google failed.',
  failedAgain: 'Login with google failed. Try again.',
  unreachable: 'The sign-in page cannot be reached. Check your connection and try again.',
  inWindow: 'Finish signing in in the window that opened.',
  checking: 'Checking your account...',
  blocked: 'The browser blocked the sign-in window. Allow pop-ups for this site and try again, or',
  handedOver: 'Go back to the tab in which you were working. You can close this one.',
} as const
