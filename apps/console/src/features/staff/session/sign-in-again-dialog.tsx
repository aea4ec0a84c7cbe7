import { IconX } from '@tabler/icons-react'
import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
import { type Credential, isSameAccount, storeForReload } from '../../../lib/session.ts'
import { endOnServer } from '../../../lib/shared-session.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { LightButton } from '../../../ui/light-button.tsx'
import { allowReload } from '../../../ui/unsaved-changes.ts'
import { sessionMessages } from './session-messages.ts'
import classes from './sign-in-again-dialog.module.css'
import { SignInButtons } from './sign-in-buttons.tsx'
import { useSignInAgain } from './use-sign-in-again.ts'

interface SignInAgainDialogProps {
  opened: boolean
  /** The credential that has ended, of the person whose work the screen shows. */
  credential: Credential
  onClose: () => void
}

/** Lets the person sign in again over whatever the screen shows, other dialogs included (OQ-375). */
export function SignInAgainDialog({ opened, ...props }: SignInAgainDialogProps) {
  return opened ? <OpenDialog {...props} /> : null
}

function OpenDialog({ credential, onClose }: Omit<SignInAgainDialogProps, 'opened'>) {
  const [other, setOther] = useState<Credential>()
  const signIn = useSignInAgain(credential.email, {
    isExpected: (found) => isSameAccount(found, credential),
    onOther: setOther,
  })
  if (other !== undefined) {
    const leave = (next: () => void) => {
      // Nobody goes on with it.
      endOnServer(other)
      next()
    }
    return (
      <Frame title="You signed in with another account" onClose={() => leave(onClose)}>
        <OtherAccount
          credential={other}
          worker={credential}
          onBack={() => leave(() => setOther(undefined))}
        />
      </Frame>
    )
  }
  return (
    <Frame title="Sign in again" onClose={onClose}>
      <p className="gr-quiet gr-break">
        Your sign-in has ended. Sign in as {credential.name} to continue. Nothing that you entered is lost,
        and what was being loaded or saved continues.
      </p>
      <div className={classes.provider}>
        <SignInButtons
          ref={focusOnce}
          options={signIn.options}
          email={credential.email}
          busy={signIn.isBusy}
          onClick={signIn.start}
          onIdToken={signIn.accept}
          onFailure={signIn.fail}
        />
      </div>
      {signIn.status && (
        <p className="gr-small gr-quiet" role="status">
          {signIn.status}
        </p>
      )}
      {signIn.blockedAddress !== undefined && (
        <p className="gr-small" role="alert">
          {sessionMessages.blocked}{' '}
          <a href={signIn.blockedAddress} target="_blank" rel="noopener noreferrer" className={classes.link}>
            sign in in a new tab
          </a>
          .
        </p>
      )}
      {signIn.failure && (
        <p className="gr-small gr-danger" role="alert">
          {signIn.failure}
        </p>
      )}
      <div className={classes.leave}>
        <LightButton onClick={onClose}>Go to the sign-in page</LightButton>
      </div>
    </Frame>
  )
}

interface OtherAccountProps {
  /** Credential of the account that has signed in. */
  credential: Credential
  worker: Credential
  onBack: () => void
}

/** Nothing on the screen may continue in another account's name, so the screen can only be reloaded for that account. */
function OtherAccount({ credential, worker, onBack }: OtherAccountProps) {
  const { name } = credential
  const reload = () => {
    storeForReload(credential)
    allowReload()
    window.location.reload()
  }
  return (
    <>
      <p className="gr-quiet gr-break" role="alert">
        The work on this screen is {worker.name}’s, but you signed in as {name}. Nothing was sent. Reloading
        discards what was entered here.
      </p>
      <div className={classes.answers}>
        <LightButton ref={focusOnce} onClick={onBack}>
          Sign in as {worker.name}
        </LightButton>
        <LightButton primary onClick={reload}>
          Reload as {name}
        </LightButton>
      </div>
    </>
  )
}

/** Focuses an element when it is mounted. The attribute is for one that is mounted before its dialog is shown. */
function focusOnce(element: HTMLElement | null): void {
  element?.setAttribute('autofocus', '')
  element?.focus()
}

/** The browser's own dialog: it lies above every other dialog and menu, and everything else is inert. */
function Frame({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    // close() returns the focus to where it was; removing the element would lose it.
    return () => element?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      className={classes.dialog}
      aria-labelledby={id}
      // Mantine's dialogs listen to Escape on the window. This attribute keeps one below this dialog from closing too.
      onFocus={({ target }) => target.setAttribute('data-mantine-stop-propagation', 'true')}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <div className={classes.header}>
        <h2 id={id} className={classes.title}>
          {title}
        </h2>
        <IconButton
          label="Close"
          icon={<IconX size={16} stroke={1.5} aria-hidden="true" />}
          onClick={onClose}
          className="gr-push"
        />
      </div>
      {children}
    </dialog>
  )
}
