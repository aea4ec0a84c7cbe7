import type { SignInOptions } from '@greenroom/contract/staff/session/sign-in-options'
import type { Ref } from 'react'
import { Spinner } from '../../../ui/spinner.tsx'
import { GoogleButton } from './google-button.tsx'
import { GoogleMark } from './google-mark.tsx'
import classes from './sign-in-button.module.css'

interface SignInButtonProps {
  /** Undefined until they are loaded. */
  options: SignInOptions | undefined
  busy: boolean
  onClick: () => void
  /** Called with the ID token of Google's own button. */
  onIdToken: (token: string) => void
  onFailure: () => void
  /** Suggests the account to Google. */
  email?: string
  ref?: Ref<HTMLButtonElement>
}

/** The button of the installation's identity provider (AUTH-01): Google's own, or one that opens the provider's page. */
export function SignInButton({
  options,
  busy,
  onClick,
  onIdToken,
  onFailure,
  email,
  ref,
}: SignInButtonProps) {
  return (
    <div className={classes.provider}>
      {options?.kind === 'google' ? (
        <GoogleButton
          clientId={options.client_id}
          email={email}
          onIdToken={onIdToken}
          onFailure={onFailure}
        />
      ) : (
        <button
          ref={ref}
          type="button"
          className={classes.button}
          aria-busy={busy || undefined}
          aria-disabled={busy || undefined}
          onClick={() => !busy && onClick()}
        >
          {busy ? <Spinner size={18} /> : options?.kind !== 'oidc' && <GoogleMark />}
          <span>Sign in with {options?.kind === 'oidc' ? options.name : 'Google'}</span>
        </button>
      )}
    </div>
  )
}
