import { listShortlinks } from '@greenroom/contract/shortlink/shortlink.endpoints'
import type { Shortlink } from '@greenroom/contract/shortlink/shortlink.schema'
import { Button } from '@mantine/core'
import { IconLink, IconPlus } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense, useEffect, useRef, useState } from 'react'
import { callEndpoint } from '../../lib/api/client.ts'
import { rowsOfPages } from '../../lib/api/rows-of-pages.ts'
import { useSession } from '../../lib/api/session.ts'
import { notify } from '../../lib/notify.tsx'
import { CardList, useListPanel } from '../../shared/card-list/card-list.tsx'
import { preloadDialog } from '../../ui/dialog.tsx'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { SkeletonTextCards } from '../../ui/skeleton-text-cards.tsx'
import { type StatusTab, StatusTabs } from '../../ui/status-tabs.tsx'
import { ShortlinkCard } from './shortlink-card.tsx'
import { shortlinkFormMessages, shortlinkListMessages } from './shortlink-messages.ts'

const ShortlinkDialog = lazyDialog('shortlink-dialog', () =>
  import('./shortlink-form.tsx').then((part) => part.ShortlinkDialog),
)

const ShortlinkCreateTab = lazyPart('shortlink-create', () =>
  import('./shortlink-form.tsx').then((part) => part.ShortlinkCreateTab),
)

type ShortlinksTab = keyof typeof shortlinkListMessages.tabs

const route = getRouteApi('/signed-in/url-shortener')

const tabs: readonly StatusTab<ShortlinksTab>[] = [
  { value: 'all', label: shortlinkListMessages.tabs.all },
  { value: 'create', label: shortlinkListMessages.tabs.create },
]

/** How many links one call asks for (LINK-09). */
const pageSize = 100

/** The short links as cards, the form for a new one, and the dialog that changes one (LINK-02, LINK-03, SHELL-36). */
export function ShortlinkListPage() {
  const { tab = 'all', edit } = route.useSearch()
  const navigate = route.useNavigate()
  const list = useShortlinkPages()
  const settings = useSession()?.settings
  const { panel } = useListPanel()

  // What had the focus is gone after a link is made: it goes to the list.
  const isMade = useRef(false)
  useEffect(() => {
    if (tab !== 'all' || !isMade.current) return
    isMade.current = false
    panel.current?.focus({ preventScroll: true })
  }, [tab, panel])

  // A dialog that closes gives the focus back to what opened it. Here that is gone with the link, so the dialog goes at
  // once and the focus to the list.
  const [gone, setGone] = useState<string>()
  useEffect(() => {
    if (gone !== undefined) panel.current?.focus({ preventScroll: true })
  }, [gone, panel])

  const open = (next: ShortlinksTab) => void navigate({ search: { tab: next === 'all' ? undefined : next } })
  // A dialog is a step that the browser's Back undoes; closing it leaves no second step behind.
  const openDialog = (code: string) => void navigate({ search: { edit: code }, resetScroll: false })
  const closeDialog = () => void navigate({ search: {}, replace: true, resetScroll: false })
  const subject = useSubject(edit, list, closeDialog)

  return (
    <>
      <StatusTabs label={shortlinkListMessages.tabsLabel} tabs={tabs} value={tab} onChange={open}>
        {tab === 'all' ? (
          <CardList
            list={list}
            words={shortlinkListMessages}
            icon={<IconLink size={20} stroke={1.5} aria-hidden="true" />}
            emptyAction={
              <Button
                leftSection={<IconPlus size={16} stroke={2} aria-hidden="true" />}
                onClick={() => open('create')}
              >
                {shortlinkFormMessages.create}
              </Button>
            }
            skeleton={<SkeletonTextCards label={shortlinkListMessages.loading} />}
            panel={panel}
            card={(link) => (
              <ShortlinkCard
                key={link._id}
                link={link}
                baseUrl={settings?.shortlink_base_url}
                appSchemes={settings?.shortlink_app_schemes}
                onEdit={() => openDialog(link.shortCode)}
                onIntent={fetchDialogAhead}
              />
            )}
          />
        ) : (
          <Suspense fallback={null}>
            <ShortlinkCreateTab
              onCreated={() => {
                isMade.current = true
                open('all')
              }}
            />
          </Suspense>
        )}
      </StatusTabs>
      <Suspense fallback={null}>
        {subject.link && subject.link._id !== gone && (
          <ShortlinkDialog
            // Each time it is opened it begins anew.
            key={subject.opening}
            opened={subject.isOpen}
            link={subject.link}
            onClose={closeDialog}
            onRemoved={() => {
              setGone(subject.link?._id)
              closeDialog()
            }}
          />
        )}
      </Suspense>
    </>
  )
}

function useShortlinkPages() {
  const list = useInfiniteQuery({
    // Its first word is the endpoint's name, so that a saved link asks for it anew.
    queryKey: [listShortlinks.name, 'pages'],
    queryFn: async ({ pageParam, signal }) =>
      (await callEndpoint(listShortlinks, { query: { limit: pageSize, offset: pageParam }, signal })).data,
    initialPageParam: 0,
    // Only a full page may have more behind it (OQ-099).
    getNextPageParam: (page, pages) => (page.length < pageSize ? undefined : pages.length * pageSize),
  })
  return { ...list, rows: list.data && rowsOfPages(list.data.pages) }
}

/**
 * The link that the dialog is about, by the address. There is no call for one link, so an address that was opened by
 * itself pages through the list until it has it. After it is closed it stays what it was, so that it can fade out.
 */
function useSubject(
  code: string | undefined,
  list: ReturnType<typeof useShortlinkPages>,
  onUnknown: () => void,
) {
  const [kept, setKept] = useState<{ link: Shortlink; opening: number } | null>(null)
  const [openCode, setOpenCode] = useState<string>()
  const found = code === undefined ? undefined : list.rows?.find(({ shortCode }) => shortCode === code)
  if (code !== openCode && (code === undefined || found !== undefined)) {
    setOpenCode(code)
    if (found !== undefined) setKept({ link: found, opening: (kept?.opening ?? 0) + 1 })
  }

  const { rows, hasNextPage, isFetching, isError, fetchNextPage } = list
  const isMissing = code !== undefined && code !== openCode && rows !== undefined && found === undefined
  const leave = useRef(onUnknown)
  leave.current = onUnknown
  useEffect(() => {
    if (!isMissing || isFetching || isError) return
    if (hasNextPage) {
      void fetchNextPage()
      return
    }
    notify.error(shortlinkFormMessages.notFound)
    leave.current()
  }, [isMissing, isFetching, isError, hasNextPage, fetchNextPage])

  return {
    link: kept?.link,
    opening: kept?.opening ?? 0,
    isOpen: code !== undefined && code === openCode,
  }
}

function fetchDialogAhead() {
  // One that fails now is asked for again when it is opened.
  for (const fetchPart of [preloadDialog, ShortlinkDialog.preload]) fetchPart().catch(() => undefined)
}
