import type { SignInOptions, SignInProvider } from '@greenroom/contract/staff/session/sign-in-options'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Credential } from '../../../lib/session.ts'
import { failedAgain, sessionMessages, signInFailures } from './session-messages.ts'
import {
  adoptSession,
  type BegunSession,
  beginSession,
  fetchSignInOptions,
  finishSignIn,
  prepareSignIn,
  SignInFailure,
  signInFailure,
} from './sign-in.ts'
import { awaitWindow, openSignInWindow } from './sign-in-window.ts'

type Stage = 'preparing' | 'ready' | 'in-window' | 'checking'

interface Outcome {
  /** Whether the credential belongs to the account that is to sign in again. */
  isExpected: (credential: Credential) => boolean
  /** Called instead with the session of another accepted account; it is not stored. */
  onOther: (credential: Credential) => void
}

/**
 * Signs in without leaving the page: by Google's button, or in a window of its own.
 * @param email suggests the account to the identity provider
 */
export function useSignInAgain(email: string, outcome: Outcome) {
  const [options, setOptions] = useState<SignInOptions>()
  const [stage, setStage] = useState<Stage>('preparing')
  const [failure, setFailure] = useState<string>()
  const [blockedAddress, setBlockedAddress] = useState<string>()
  const stopWaiting = useRef(() => {})
  const latest = useRef(outcome)
  latest.current = outcome

  const load = useCallback(
    () =>
      fetchSignInOptions()
        .then(setOptions, (error: unknown) => setFailure(signInFailure(error)))
        .finally(() => setStage('ready')),
    [],
  )
  useEffect(() => {
    void load()
    return () => stopWaiting.current()
  }, [load])

  const fail = (error: unknown, name?: string) => {
    setStage('ready')
    setFailure(`${failedAgain(name)} ${signInFailure(error)}`)
  }

  const accept = (begun: BegunSession) => {
    if (latest.current.isExpected(begun.credential)) adoptSession(begun)
    else latest.current.onOther(begun.credential)
  }

  const check = (signIn: Promise<BegunSession>, name?: string) => {
    setStage('checking')
    setFailure(undefined)
    setBlockedAddress(undefined)
    signIn
      .then(accept)
      .then(() => setStage('ready'))
      .catch((error: unknown) => fail(error, name))
  }

  const start = async (provider: SignInProvider | undefined) => {
    setFailure(undefined)
    setBlockedAddress(undefined)
    if (!provider) return load()
    // Browsers block a window that does not open at once on a click, so it opens before its address is known.
    const opened = openSignInWindow()
    setStage('preparing')
    try {
      stopWaiting.current()
      const { address, state } = await prepareSignIn(provider, { email, isWindow: true })
      // From now on: the address may also be opened in a new tab.
      stopWaiting.current = awaitWindow(state, (search) => check(finishSignIn(search), provider.name))
      opened?.location.replace(address)
      setBlockedAddress(opened ? undefined : address)
      setStage(opened ? 'in-window' : 'ready')
    } catch (error) {
      opened?.close()
      fail(error, provider.name)
    }
  }

  return {
    options,
    isBusy: stage === 'preparing' || stage === 'checking',
    status:
      stage === 'in-window'
        ? sessionMessages.inWindow
        : stage === 'checking'
          ? sessionMessages.checking
          : null,
    failure,
    /** Set when the browser has blocked the window; a link to it opens a tab. */
    blockedAddress,
    start,
    /** For Google's button, whose script could not be loaded. */
    fail: () => fail(new SignInFailure(signInFailures.script)),
    /** For Google's button, which has an ID token at once. */
    accept: (idToken: string) => check(beginSession({ id_token: idToken })),
  }
}
