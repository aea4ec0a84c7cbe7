import type { SignInOptions } from '@greenroom/contract/staff/session/sign-in-options'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Credential } from '../../../lib/session.ts'
import { sessionMessages, signInFailures } from './session-messages.ts'
import {
  adoptSession,
  beginSession,
  fetchSignInOptions,
  type PreparedSignIn,
  prepareSignIn,
  SignInFailure,
  signInFailure,
} from './sign-in.ts'
import { awaitWindow, openSignInWindow, windowStatePrefix } from './sign-in-window.ts'

type Stage = 'preparing' | 'ready' | 'in-window' | 'checking' | 'unreachable'

interface Outcome {
  /** Whether the credential belongs to the account that is to sign in again. */
  isExpected: (credential: Credential) => boolean
  /** Called instead with the session of another accepted account; it is not stored. */
  onOther: (credential: Credential) => void
}

/**
 * Signs in without leaving the page: by Google's button, or in a window of its own. The window's address is prepared
 * ahead, because browsers block a window that does not open at once on a click.
 * @param email suggests the account to the identity provider
 */
export function useSignInAgain(email: string, outcome: Outcome) {
  const [options, setOptions] = useState<SignInOptions>()
  const [stage, setStage] = useState<Stage>('preparing')
  const [failure, setFailure] = useState<string>()
  const [blockedAddress, setBlockedAddress] = useState<string>()
  const prepared = useRef<PreparedSignIn>(undefined)
  const stopWaiting = useRef(() => {})
  const latest = useRef(outcome)
  latest.current = outcome

  const accept = useCallback(async (idToken: string): Promise<void> => {
    const begun = await beginSession(idToken)
    if (latest.current.isExpected(begun.credential)) adoptSession(begun)
    else latest.current.onOther(begun.credential)
  }, [])

  const fail = useCallback(
    (error: unknown) => setFailure(`${sessionMessages.failedAgain} ${signInFailure(error)}`),
    [],
  )

  const isMounted = useRef(true)
  const prepare = useCallback(async () => {
    stopWaiting.current()
    if (!isMounted.current) return
    prepared.current = undefined
    setBlockedAddress(undefined)
    setStage('preparing')
    try {
      const found = await fetchSignInOptions()
      setOptions(found)
      if (found.kind !== 'google') {
        const next = await prepareSignIn(found, { email, statePrefix: windowStatePrefix })
        if (!isMounted.current) return
        prepared.current = next
        // From now on: the address may also be opened in a new tab.
        stopWaiting.current = awaitWindow(next, (idToken) => {
          setStage('checking')
          setFailure(undefined)
          idToken
            .then(accept)
            .catch(fail)
            // The code works once. Unless the dialog closes now, the next click needs another attempt.
            .finally(prepare)
        })
      }
      setStage('ready')
    } catch (error) {
      setStage('unreachable')
      setFailure(signInFailure(error))
    }
  }, [email, accept, fail])

  useEffect(() => {
    isMounted.current = true
    void prepare()
    return () => {
      isMounted.current = false
      stopWaiting.current()
    }
  }, [prepare])

  const start = () => {
    setFailure(undefined)
    if (prepared.current === undefined) return void prepare()
    const { address } = prepared.current
    const isOpen = openSignInWindow(address)
    setBlockedAddress(isOpen ? undefined : address)
    setStage(isOpen ? 'in-window' : 'ready')
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
    accept: (idToken: string) => void accept(idToken).catch(fail),
  }
}
