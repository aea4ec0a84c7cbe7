/** Messages of the sign-in, as the specification has them; those after `failed` are ours. */
export const sessionMessages = {
  prompt: 'Use your company e-mail address.',
  failed: 'Login with google failed.',
  inWindow: 'Finish signing in in the window that opened.',
  checking: 'Checking your account...',
  blocked: 'The browser blocked the sign-in window. Allow pop-ups for this site and try again, or',
  handedOver: 'Go back to the tab in which you were working. You can close this one.',
  continueAs: 'Continue as',
  continueHelp: 'Your open tabs are signed in with several accounts. Choose the one for this tab.',
  otherAccount: 'Or sign in with another account:',
} as const

/**
 * Returns that a sign-in failed. The specification has the sentence for Google (AUTH-04).
 * @param name the provider, as its button names it
 */
export function failedWith(name = 'Google'): string {
  return name === 'Google' ? sessionMessages.failed : `Login with ${name} failed.`
}

/** The same in the dialog of a sign-in in place, where the button is at hand. */
export function failedAgain(name?: string): string {
  return `${failedWith(name)} Try again.`
}

/** Why a sign-in failed, and what to try (OQ-516). Shown below the specification's sentence. */
export const signInFailures = {
  offline: "Greenroom can't be reached. Check your connection and try again.",
  server: "Greenroom can't sign anybody in at the moment. Try again in a few minutes.",
  script:
    'The sign-in button could not be loaded. Check your connection, and whether something blocks accounts.google.com.',
  denied: 'The sign-in was cancelled, or the sign-in service did not allow it.',
  refused: (code: string) => `The sign-in service refused: ${code}.`,
  stateLost: 'This sign-in was started in another browser, or too long ago. Start again here.',
  tokenRefused:
    'Greenroom did not accept the sign-in. Try again. If it fails again, tell your administrator: the server does not trust this sign-in service, or its clock is wrong.',
  storage:
    'This browser stores nothing for this site, so nobody can stay signed in. Allow site data (cookies), or make room by closing this tab and opening a new one.',
  headerRemoved:
    "You have signed in, but Greenroom didn't get your sign-in with the next request. A proxy or browser extension removes the Authorization header. Tell your administrator.",
  tabGone: 'The tab that asked for this sign-in is gone. Sign in here instead.',
  unknown: 'Something went wrong. Try again, or reload the page.',
} as const
