import {
  type createShortlink,
  listShortlinks,
  type replaceShortlink,
} from '@greenroom/contract/marketing/shortlink/shortlink.endpoints'
import { type Shortlink, shortlinkSorts } from '@greenroom/contract/marketing/shortlink/shortlink.schema'
import { IconLink } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useSession } from '../../../lib/api/current-session.ts'
import { usePagedRows } from '../../../lib/api/paged-rows.ts'
import { useMay } from '../../../lib/api/permissions.ts'
import { copyWithToast } from '../../../lib/copy-text.ts'
import { notify } from '../../../lib/notify.tsx'
import { RecordList, useListPanel } from '../../../shared/record/record-list/record-list.tsx'
import { showRecord } from '../../../shared/record/record-list/shown-record.ts'
import { useDialogSearch, useListSearch } from '../../../shared/record/record-list/use-list-search.ts'
import { useLastOpened } from '../../../shared/record/record-list/use-opened-record.ts'
import { prefetchDialogs } from '../../../ui/dialog.tsx'
import { FilterBar } from '../../../ui/filter-bar.tsx'
import { FilterSelect } from '../../../ui/filter-select.tsx'
import { lazyDialog } from '../../../ui/lazy-dialog.tsx'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { PartBoundary } from '../../../ui/part-boundary.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import { StatusTabs } from '../../../ui/status-tabs.tsx'
import { commonHost, shortlinkAddress } from './shortlink-address.ts'
import { ShortlinkLines } from './shortlink-lines.tsx'
import classes from './shortlink-list-page.module.css'
import { shortlinkListMessages as messages, shortlinkFormMessages } from './shortlink-messages.ts'

const ShortlinkDialog = lazyDialog('shortlink-dialog', () =>
  import('./shortlink-form.tsx').then((part) => part.ShortlinkDialog),
)

const ShortlinkCreateTab = lazyPart('shortlink-create', () =>
  import('./shortlink-form.tsx').then((part) => part.ShortlinkCreateTab),
)

const route = getRouteApi('/signed-in/url-shortener')
const sortChoices = shortlinkSorts.map((value) => ({ value, label: messages.sorts[value] }))

/** The short links, a form for a new one, and the edit dialog (LINK-02, LINK-03, SHELL-36). */
export function ShortlinkListPage(): ReactNode {
  const { tab = 'all', edit, q = '', sort } = route.useSearch()
  const navigate = route.useNavigate()
  const list = usePagedRows(listShortlinks, { query: { ...(q && { search: q }), ...(sort && { sort }) } })
  const { go } = useListSearch<{ q?: string | undefined; sort?: 'opens' | undefined }>()
  const mayCreate = useMay<typeof createShortlink>('content.write')
  const mayWrite = useMay<typeof replaceShortlink>('content.write')
  const settings = useSession()?.settings
  const baseUrl = settings?.shortlink_base_url
  const panel = useListPanel()

  // A closing dialog returns the focus to its opener. A deleted link's card is gone, so its dialog unmounts at once and
  // the list takes the focus.
  const [gone, setGone] = useState<string>()
  useEffect(() => {
    if (gone !== undefined) panel.focus()
  }, [gone, panel])

  const open = (next: 'all' | 'create') =>
    void navigate({ search: { tab: next === 'all' ? undefined : next } })
  const dialog = useDialogSearch<{ edit?: string | undefined }>({ edit: undefined })
  const { last, isOpen } = useOpenedLink(edit, list, dialog.close)

  return (
    <>
      <StatusTabs
        label={messages.tabsLabel}
        tabs={mayCreate ? messages.tabs : { all: messages.tabs.all }}
        value={tab}
        onChange={open}
      >
        {tab === 'all' ? (
          <>
            <div className={classes.bar}>
              <FilterBar
                search={
                  <SearchField
                    isLabelShown
                    className={classes.search}
                    label={messages.search}
                    placeholder={messages.searchPlaceholder}
                    debounceMs={500}
                    value={q}
                    onChange={(text) => go({ q: text }, { replace: true })}
                  />
                }
                set={sort === undefined ? 0 : 1}
              >
                <FilterSelect
                  className={classes.sort}
                  label={messages.sort}
                  data={sortChoices}
                  value={sort ?? 'newest'}
                  allowDeselect={false}
                  clearable={false}
                  onChange={(chosen) => go({ sort: chosen === 'opens' ? chosen : undefined })}
                />
              </FilterBar>
            </div>
            <RecordList
              list={list}
              messages={messages}
              icon={IconLink}
              create={
                mayCreate ? { label: shortlinkFormMessages.create, onClick: () => open('create') } : undefined
              }
              filter={
                q === ''
                  ? undefined
                  : {
                      help: messages.noMatch(q),
                      clear: messages.clearSearch,
                      onClear: () => go({ q: undefined }, { replace: true }),
                    }
              }
              skeleton={<ShortlinkLines.Skeleton count={12} />}
              panel={panel}
            >
              {(rows) => {
                const host = commonHost(rows)
                return (
                  <>
                    {host && <p className={classes.host}>{messages.host(host)}</p>}
                    <ShortlinkLines
                      rows={rows}
                      mayWrite={mayWrite}
                      baseUrl={baseUrl}
                      host={host}
                      appSchemes={settings?.shortlink_app_schemes}
                      onEdit={({ shortCode }) => dialog.open({ edit: shortCode })}
                      onIntent={() => prefetchDialogs(ShortlinkDialog)}
                    />
                  </>
                )
              }}
            </RecordList>
          </>
        ) : (
          <PartBoundary fallback={null}>
            <ShortlinkCreateTab
              onCreated={(link) => {
                showRecord(link._id)
                open('all')
                if (baseUrl) void copyWithToast(shortlinkAddress(baseUrl, link.shortCode))
              }}
            />
          </PartBoundary>
        )}
      </StatusTabs>
      {last && last._id !== gone && (
        <ShortlinkDialog
          opened={isOpen}
          link={last}
          onClose={dialog.close}
          onRemoved={() => {
            setGone(last._id)
            dialog.close()
          }}
        />
      )}
    </>
  )
}

/**
 * Returns the link of the dialog, which the address names. No endpoint reads a single link, so a directly opened
 * address pages through the list until it is found.
 */
function useOpenedLink(
  code: string | undefined,
  { rows, hasMore, isFetching, error, loadMore }: ReturnType<typeof usePagedRows<typeof listShortlinks>>,
  onUnknown: () => void,
) {
  const found = code === undefined ? undefined : rows?.find(({ shortCode }) => shortCode === code)
  // Keep an open link unchanged: a refetched list may no longer contain it.
  const [open, setOpen] = useState<Shortlink>()
  if (open?.shortCode !== code && (code === undefined || found !== undefined)) setOpen(found)

  const isMissing =
    code !== undefined && open?.shortCode !== code && rows !== undefined && found === undefined
  const latestLoadMore = useRef(loadMore)
  latestLoadMore.current = loadMore
  useEffect(() => {
    if (!isMissing || isFetching || error !== null) return
    if (hasMore) {
      void latestLoadMore.current()
      return
    }
    notify.error(shortlinkFormMessages.notFound)
    onUnknown()
  }, [isMissing, isFetching, error, hasMore, onUnknown])

  return { ...useLastOpened(open), isOpen: code !== undefined && open?.shortCode === code }
}
