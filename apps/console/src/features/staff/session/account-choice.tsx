import { useState } from 'react'
import type { Credential } from '../../../lib/session.ts'
import { Spinner } from '../../../ui/spinner.tsx'
import classes from './account-choice.module.css'
import { sessionMessages } from './session-messages.ts'

interface AccountChoiceProps {
  /** At least one; other tabs are signed in with them. */
  sessions: readonly Credential[]
  /** Resolves when the session has begun, or could not. */
  onChoice: (credential: Credential) => Promise<void>
}

/** Asks with which account of the other tabs this one goes on (OQ-515). */
export function AccountChoice({ sessions, onChoice }: AccountChoiceProps) {
  const [chosen, setChosen] = useState<Credential>()
  const choose = (credential: Credential) => {
    if (chosen !== undefined) return
    setChosen(credential)
    void onChoice(credential).finally(() => setChosen(undefined))
  }
  return (
    <>
      <ul className={classes.accounts}>
        {sessions.map((credential) => {
          const { name, email } = credential
          return (
            <li key={email}>
              <button
                type="button"
                className={classes.account}
                aria-busy={chosen === credential || undefined}
                aria-disabled={chosen !== undefined || undefined}
                onClick={() => choose(credential)}
              >
                <span className="gr-grow gr-break">
                  {sessionMessages.continueAs} {name}
                  {email !== name && <span className={classes.email}>{email}</span>}
                </span>
                {chosen === credential && <Spinner size={16} />}
              </button>
            </li>
          )
        })}
      </ul>
      <p className="gr-small gr-quiet">{sessionMessages.otherAccount}</p>
    </>
  )
}
