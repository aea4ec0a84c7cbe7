import { isConsolePath } from '@greenroom/contract/staff/session/session.schema'
import type { SignInOptions, SignInProvider } from '@greenroom/contract/staff/session/sign-in-options'
import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { notify } from '../../../lib/notify.tsx'
import { paths } from '../../../lib/paths.ts'
import { isOfOtherSession, readCredential, readEndReason, takeReturnTo } from '../../../lib/session.ts'
import { offeredSessions, onOfferedSessions } from '../../../lib/shared-session.ts'
import { isSignInReturn } from '../../../lib/sign-in-return.ts'
import { SandboxNote } from '../../../shared/staff/sandbox-note/sandbox-note.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { BrandMark } from '../../../ui/brand-mark.tsx'
import { ProblemNotice } from '../../../ui/form-notice.tsx'
import { allowReload } from '../../../ui/unsaved-changes.ts'
import { AccountChoice } from './account-choice.tsx'
import { DoorPicture } from './door-picture.tsx'
import classes from './login-page.module.css'
import { failedWith, sessionMessages, signInFailures } from './session-messages.ts'
import {
  adoptSession,
  type BegunSession,
  beginSession,
  confirmSession,
  endEarlierSession,
  fetchSignInOptions,
  finishSignIn,
  SignInFailure,
  signInFailure,
  startSignIn,
} from './sign-in.ts'
import { readAttempt } from './sign-in-attempt.ts'
import { SignInButtons } from './sign-in-buttons.tsx'
import { handOver, isWindowReturn } from './sign-in-window.ts'

interface LoginPageProps {
  /** Returns the screen to open after a sign-in. The role decides it, so it is known only then. */
  homePath: () => string
}

/** The sign-in screen (AUTH-01 to AUTH-04): one button, and the return from the identity provider. */
export function LoginPage({ homePath }: LoginPageProps): ReactNode {
  const router = useRouter()
  const [options, setOptions] = useState<SignInOptions>()
  const [busy, setBusy] = useState(() => isSignInReturn(window.location.search))
  const [isHandedOver, setHandedOver] = useState(false)
  const [reason, setReason] = useState(readEndReason)
  const started = useRef(false)
  const offered = useSyncExternalStore(onOfferedSessions, offeredSessions)

  const fail = useCallback(
    (error: unknown, name?: string) => {
      setBusy(false)
      setReason(signInFailure(error))
      notify.error(failedWith(name))
      // The session that an account was to be switched from goes on.
      if (readCredential() !== null) router.history.replace(takeReturnTo() ?? paths.masterclassList)
    },
    [router],
  )

  const enter = useCallback(
    async (begun: BegunSession) => {
      const isStale = isOfOtherSession(begun.credential)
      const earlier = readCredential()
      adoptSession(begun)
      if (earlier?.value !== begun.credential.value) await endEarlierSession(earlier).catch(() => undefined)
      // The requested screen, or the one where the session ended (OQ-012, OQ-150).
      const kept = takeReturnTo()
      const begunAt = begun.returnTo !== null && isConsolePath(begun.returnTo) ? begun.returnTo : null
      const target = begunAt ?? kept ?? homePath()
      if (!isStale) return router.history.replace(target)
      allowReload()
      window.location.replace(target)
    },
    [router, homePath],
  )

  useEffect(() => {
    document.title = 'Sign in · Greenroom'
    // The code in the address works only once.
    if (started.current) return
    started.current = true
    const { search } = window.location
    if (isSignInReturn(search)) window.history.replaceState(window.history.state, '', paths.login)
    if (isWindowReturn(search)) {
      void handOver(search).then((isReceived) =>
        isReceived ? setHandedOver(true) : fail(new SignInFailure(signInFailures.tabGone)),
      )
      return
    }
    fetchSignInOptions().then(setOptions, fail)
    if (!isSignInReturn(search)) return
    const name = readAttempt(new URLSearchParams(search).get('state') ?? '')?.name
    finishSignIn(search)
      .then(enter)
      .catch((error: unknown) => fail(error, name))
  }, [enter, fail])

  const signIn = async (provider: SignInProvider | undefined) => {
    if (busy) return
    setBusy(true)
    try {
      const found = provider ? undefined : await fetchSignInOptions()
      if (found) setOptions(found)
      // The options were not at hand. Of several the person chooses.
      const [only, ...others] = provider ? [provider] : (found?.providers ?? [])
      if (!only || others.length > 0 || only.client_id !== undefined) setBusy(false)
      else await startSignIn(only)
    } catch (error) {
      fail(error, provider?.name)
    }
  }

  return (
    <main className={classes.screen}>
      <section className={classes.side}>
        <div className={classes.brand}>
          <BrandMark size={28} />
          <span>Greenroom</span>
        </div>
        <div className={classes.form}>
          <h1 className={classes.title}>Sign in</h1>
          <p className={classes.prompt} role={isHandedOver ? 'status' : undefined}>
            {isHandedOver
              ? sessionMessages.handedOver
              : offered.length > 0
                ? sessionMessages.continueHelp
                : sessionMessages.prompt}
          </p>
          {options?.notice && <ProblemNotice message={options.notice} />}
          {reason !== null && !isHandedOver && <ProblemNotice message={reason} />}
          {offered.length > 0 && (
            <AccountChoice
              sessions={offered}
              onChoice={(credential) => confirmSession(credential).then(enter).catch(fail)}
            />
          )}
          <div className={classes.provider} hidden={isHandedOver}>
            <SignInButtons
              options={options}
              busy={busy}
              onClick={signIn}
              onIdToken={(token) => beginSession({ id_token: token }).then(enter).catch(fail)}
              onFailure={() => fail(new SignInFailure(signInFailures.script))}
            />
          </div>
          {options?.sandboxes.includes('sign-in') && (
            <div className={classes.sandbox}>
              <Badge>Sandbox sign-in</Badge>
              <span>No Google account needed here.</span>
            </div>
          )}
        </div>
        <p className="gr-fine gr-faint">
          For staff only. Refunds, deletions and status changes are recorded with your name.
        </p>
        <SandboxNote sandboxes={options?.sandboxes} />
      </section>
      <DoorPicture className={classes.picture} />
    </main>
  )
}
