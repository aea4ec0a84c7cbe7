import { useEffect, useRef } from 'react'

interface GoogleIdentity {
  initialize: (options: {
    client_id: string
    login_hint?: string
    callback: (response: { credential?: string }) => void
  }) => void
  renderButton: (parent: HTMLElement, options: Record<string, string | number>) => void
}

declare global {
  interface Window {
    google?: { accounts: { id: GoogleIdentity } }
  }
}

interface GoogleButtonProps {
  clientId: string
  /** Suggests the account. */
  email?: string | undefined
  onIdToken: (token: string) => void
  onFailure: () => void
}

/** Google's sign-in button. Its script is loaded only if Google is the identity provider. */
export function GoogleButton({ clientId, email, onIdToken, onFailure }: GoogleButtonProps) {
  const place = useRef<HTMLDivElement>(null)
  const callbacks = useRef({ onIdToken, onFailure })
  callbacks.current = { onIdToken, onFailure }

  useEffect(() => {
    let wanted = true
    loadIdentity().then(
      (identity) => {
        if (!wanted || !place.current) return
        identity.initialize({
          client_id: clientId,
          ...(email ? { login_hint: email } : {}),
          callback: ({ credential }) =>
            credential ? callbacks.current.onIdToken(credential) : callbacks.current.onFailure(),
        })
        identity.renderButton(place.current, {
          theme: 'outline',
          size: 'large',
          text: 'signin_with',
          width: Math.min(340, place.current.clientWidth || 340),
        })
      },
      () => wanted && callbacks.current.onFailure(),
    )
    return () => {
      wanted = false
    }
  }, [clientId, email])

  return <div ref={place} />
}

function loadIdentity(): Promise<GoogleIdentity> {
  return new Promise((resolve, reject) => {
    if (window.google) return resolve(window.google.accounts.id)
    const script = document.createElement('script')
    script.src = 'https://accounts.google.com/gsi/client'
    script.async = true
    script.onload = () => {
      if (window.google) resolve(window.google.accounts.id)
      else reject(new Error("Google's script brought no sign-in"))
    }
    script.onerror = () => {
      script.remove()
      reject(new Error("Google's script could not be loaded"))
    }
    document.head.append(script)
  })
}
