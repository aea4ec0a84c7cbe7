import { listErasures } from '@greenroom/contract/people/person/personal-data.endpoints'
import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type ReactNode, useRef } from 'react'
import { queryKey } from '../../../lib/api/hooks.ts'
import { LightButton } from '../../../ui/light-button.tsx'
import { ErasureList } from './erasure-list.tsx'
import { PersonSearch } from './person-search.tsx'
import { PersonView } from './person-view.tsx'
import classes from './personal-data.module.css'
import { personalDataMessages as messages } from './personal-data-messages.ts'

const route = getRouteApi('/signed-in/personal-data')

/** Finds a person, shows what is known and erases it on request; below, the latest erasures. */
export function PersonalDataPage(): ReactNode {
  const { person } = route.useSearch()
  const navigate = route.useNavigate()
  const client = useQueryClient()
  const page = useRef<HTMLDivElement>(null)
  const go = (to: string | undefined) => {
    void navigate({ search: { person: to } })
    // What was focused is gone.
    page.current?.focus()
  }
  const close = () => {
    void client.invalidateQueries({ queryKey: queryKey(listErasures) })
    go(undefined)
  }
  return (
    <div ref={page} className={classes.page} tabIndex={-1}>
      {person === undefined ? (
        <>
          <p className="gr-quiet">{messages.intro}</p>
          <PersonSearch onOpen={go} />
          <ErasureList />
        </>
      ) : (
        <>
          <LightButton onClick={close}>{messages.another}</LightButton>
          <PersonView key={person} person={person} onClose={close} />
        </>
      )}
    </div>
  )
}
