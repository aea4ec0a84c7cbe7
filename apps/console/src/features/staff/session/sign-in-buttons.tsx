import type { SignInOptions, SignInProvider } from '@greenroom/contract/staff/session/sign-in-options'
import type { Ref } from 'react'
import { Spinner } from '../../../ui/spinner.tsx'
import { GoogleButton } from './google-button.tsx'
import { GoogleMark } from './google-mark.tsx'
import classes from './sign-in-buttons.module.css'

interface SignInButtonsProps {
  /** Undefined until they are loaded. */
  options: SignInOptions | undefined
  busy: boolean
  /** Called without a provider while the options are not loaded. */
  onClick: (provider: SignInProvider | undefined) => void
  /** Called with the ID token of Google's own button. */
  onIdToken: (token: string) => void
  onFailure: () => void
  /** Suggests the account to Google. */
  email?: string
  /** The first button. */
  ref?: Ref<HTMLButtonElement>
}

/** A button for each sign-in of the installation (AUTH-01): Google's own, or one that opens the provider's page. */
export function SignInButtons({
  options,
  busy,
  onClick,
  onIdToken,
  onFailure,
  email,
  ref,
}: SignInButtonsProps) {
  const providers: (SignInProvider | undefined)[] = options?.providers ?? [undefined]
  return (
    <div className={classes.providers}>
      {providers.map((provider, at) =>
        provider?.client_id !== undefined ? (
          <GoogleButton
            key={provider.id}
            clientId={provider.client_id}
            email={email}
            onIdToken={onIdToken}
            onFailure={onFailure}
          />
        ) : (
          <button
            key={at === 0 ? 'first' : provider?.id}
            ref={at === 0 ? ref : undefined}
            type="button"
            className={classes.button}
            aria-busy={busy || undefined}
            aria-disabled={busy || undefined}
            onClick={() => !busy && onClick(provider)}
          >
            {busy ? <Spinner size={18} /> : (provider?.name ?? 'Google') === 'Google' && <GoogleMark />}
            <span>Sign in with {provider?.name ?? 'Google'}</span>
          </button>
        ),
      )}
    </div>
  )
}
