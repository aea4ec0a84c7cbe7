import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { SearchField } from '../../ui/search-field.tsx'
import { type StatusTab, StatusTabs } from '../../ui/status-tabs.tsx'
import { CreatorCards } from './creator-cards.tsx'
import { CreatorCreateTab } from './creator-create-tab.tsx'
import classes from './creator-list-page.module.css'

type CreatorsTab = 'all' | 'create'

const route = getRouteApi('/signed-in/creators')

const tabs: readonly StatusTab<CreatorsTab>[] = [
  { value: 'all', label: 'All Creators' },
  { value: 'create', label: 'Create Creator' },
]

/** The Creators screen: all of them as cards, and a form for a new one (CRE-01 to CRE-11). */
export function CreatorsPage() {
  const { tab = 'all', q = '' } = route.useSearch()
  const navigate = route.useNavigate()

  // What had the focus is gone after a creator is made and after a search is cleared or all is loaded: it goes to the list.
  const list = useRef<HTMLDivElement>(null)
  const focusList = () => list.current?.focus({ preventScroll: true })
  const isMade = useRef(false)
  useEffect(() => {
    if (tab !== 'all' || !isMade.current) return
    isMade.current = false
    list.current?.focus({ preventScroll: true })
  }, [tab])

  const open = (next: CreatorsTab) =>
    void navigate({ search: (before) => ({ ...before, tab: next === 'all' ? undefined : next }) })
  const search = (text: string) =>
    void navigate({ search: (before) => ({ ...before, q: text === '' ? undefined : text }), replace: true })

  return (
    <StatusTabs label="Creators" tabs={tabs} value={tab} onChange={open}>
      {tab === 'all' ? (
        <>
          <SearchField
            className={classes.search}
            label="Search creators"
            placeholder="Search by name or e-mail"
            value={q}
            onChange={search}
          />
          <div ref={list} tabIndex={-1} className={classes.list}>
            <CreatorCards
              q={q}
              onClearSearch={() => {
                search('')
                focusList()
              }}
              onCreate={() => open('create')}
              onLastPage={focusList}
            />
          </div>
        </>
      ) : (
        <CreatorCreateTab
          onCreated={() => {
            isMade.current = true
            // Without a search, so that the new creator is among those shown.
            void navigate({ search: {} })
          }}
        />
      )}
    </StatusTabs>
  )
}
