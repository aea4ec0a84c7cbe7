import { type createCreator, listCreators } from '@greenroom/contract/sessions/creator/creator.endpoints'
import { IconMicrophone2 } from '@tabler/icons-react'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { usePagedRows } from '../../../lib/api/paged-rows.ts'
import { useMay } from '../../../lib/api/permissions.ts'
import { RecordList, useListPanel } from '../../../shared/record/record-list/record-list.tsx'
import { showRecord } from '../../../shared/record/record-list/shown-record.ts'
import { CreatorCreateTab } from '../../../shared/sessions/creator-form/create-creator.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import { StatusTabs } from '../../../ui/status-tabs.tsx'
import { CreatorLines, classesLink } from './creator-lines.tsx'
import { creatorScreenMessages } from './creator-messages.ts'

const route = getRouteApi('/signed-in/creators')

/** The Creators screen: cards of all creators, and a form for a new one (CRE-01 to CRE-11). */
export function CreatorsPage(): ReactNode {
  const { tab = 'all', q = '' } = route.useSearch()
  const navigate = route.useNavigate()
  const openClasses = useNavigate()
  const panel = useListPanel()
  const list = usePagedRows(listCreators, { query: { q } })
  const mayCreate = useMay<typeof createCreator>('content.write')
  const maySearchEmails = useMay('personal.read')

  const open = (next: 'all' | 'create') =>
    void navigate({ search: (before) => ({ ...before, tab: next === 'all' ? undefined : next }) })
  const search = (text: string) =>
    void navigate({ search: (before) => ({ ...before, q: text === '' ? undefined : text }), replace: true })

  return (
    <StatusTabs
      label={creatorScreenMessages.cardsLabel}
      tabs={mayCreate ? creatorScreenMessages.tabs : { all: creatorScreenMessages.tabs.all }}
      value={tab}
      onChange={open}
    >
      {tab === 'all' ? (
        <>
          <SearchField
            label={creatorScreenMessages.search}
            placeholder={
              maySearchEmails ? creatorScreenMessages.searchPlaceholder : creatorScreenMessages.searchNames
            }
            value={q}
            onChange={search}
          />
          <RecordList
            list={list}
            messages={creatorScreenMessages}
            icon={IconMicrophone2}
            create={
              mayCreate ? { label: creatorScreenMessages.create, onClick: () => open('create') } : undefined
            }
            filter={
              q === ''
                ? undefined
                : {
                    help: creatorScreenMessages.noMatch(q),
                    clear: creatorScreenMessages.clearSearch,
                    onClear: () => search(''),
                  }
            }
            skeleton={<CreatorLines.Skeleton count={14} />}
            panel={panel}
          >
            {(rows) => (
              <CreatorLines rows={rows} onOpen={(creator) => void openClasses(classesLink(creator))} />
            )}
          </RecordList>
        </>
      ) : (
        <CreatorCreateTab
          onCreated={(id) => {
            showRecord(id)
            // Reset the search, so that the list contains the new creator.
            void navigate({ search: {} })
          }}
        />
      )}
    </StatusTabs>
  )
}
