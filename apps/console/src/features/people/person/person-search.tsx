import { findPeople } from '@greenroom/contract/people/person/personal-data.endpoints'
import type { FoundPerson } from '@greenroom/contract/people/person/personal-data.schema'
import { TextInput } from '@mantine/core'
import { IconUserSearch } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { failureMessage } from '../../../lib/api/api-error.ts'
import { readNow } from '../../../lib/api/read-now.ts'
import { formatPhone } from '../../../lib/phone.ts'
import { PersonLink } from '../../../shared/people/person-link/person-link.tsx'
import { SubmitButton } from '../../../ui/busy-button.tsx'
import { LightButton } from '../../../ui/light-button.tsx'
import { StatePanel } from '../../../ui/state-panel.tsx'
import classes from './personal-data.module.css'
import { personalDataMessages as messages } from './personal-data-messages.ts'

/**
 * Finds a person. The text stays out of the address, so that no browser history and no access log of a proxy keeps it
 * (OQ-345).
 */
export function PersonSearch({ onOpen }: { onOpen: (person: string) => void }) {
  const client = useQueryClient()
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const [found, setFound] = useState<FoundPerson[]>()
  /** What the shown or awaited people were asked for; undefined once the field says something else. */
  const asked = useRef<string>(undefined)

  const change = (next: string) => {
    // Nobody may be opened, and then erased, below the text of somebody else.
    asked.current = undefined
    setText(next)
    setFound(undefined)
    setError(undefined)
    setIsBusy(false)
  }
  const find = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    const q = text.trim()
    asked.current = q
    setError(undefined)
    setIsBusy(true)
    try {
      const people = await readNow(client, findPeople, { query: { q } })
      if (asked.current === q) setFound(people)
    } catch (reason) {
      if (asked.current !== q) return
      setFound(undefined)
      setError(failureMessage(reason))
    } finally {
      if (asked.current === q) setIsBusy(false)
    }
  }

  return (
    <section className={classes.section} aria-labelledby="find-person">
      <h2 id="find-person" className="gr-part">
        {messages.searchTitle}
      </h2>
      <form className={classes.search} noValidate onSubmit={(event) => void find(event)}>
        <TextInput
          className="gr-grow"
          label={messages.search}
          description={messages.searchHelp}
          autoComplete="off"
          spellCheck={false}
          value={text}
          error={error}
          onChange={(event) => change(event.currentTarget.value)}
        />
        <SubmitButton busy={isBusy}>{messages.find}</SubmitButton>
      </form>
      {found?.length === 0 && (
        <StatePanel kind="empty" title={messages.none} help={messages.noneHelp} icon={IconUserSearch} />
      )}
      {found !== undefined && found.length > 0 && (
        <ul className={classes.rows} aria-label={messages.foundTitle}>
          {found.map((one) => (
            <li key={one.person} className={classes.found}>
              <span className={classes.who}>
                <span className="gr-bold gr-break">
                  <PersonLink person={one.person}>{one.name || one.email || messages.noAccount}</PersonLink>
                </span>
                <span className="gr-small gr-quiet gr-break">{one.email}</span>
                <span className="gr-small gr-quiet gr-num">{formatPhone(one.phone)}</span>
                <span className="gr-fine gr-faint">
                  {one.has_account ? messages.account : messages.noAccount}
                </span>
              </span>
              <LightButton
                aria-label={`${messages.open} ${one.name || one.email}`}
                onClick={() => onOpen(one.person)}
              >
                {messages.open}
              </LightButton>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
