import {
  listWebhookDeliveries,
  resendFailedWebhooks,
} from '@greenroom/contract/staff/webhook/webhook.endpoints'
import type { WebhookDelivery, WebhookDestination } from '@greenroom/contract/staff/webhook/webhook.schema'
import { IconWebhook } from '@tabler/icons-react'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useCall } from '../../../lib/api/hooks.ts'
import { useMay } from '../../../lib/api/permissions.ts'
import { countText } from '../../../lib/count-text.ts'
import { notify } from '../../../lib/notify.tsx'
import { paths } from '../../../lib/paths.ts'
import { ConfirmDialog } from '../../../shared/record/question/confirm-dialog.tsx'
import { pageRange } from '../../../shared/record/record-list/page-range.ts'
import { RecordList, useListPanel } from '../../../shared/record/record-list/record-list.tsx'
import { useListSearch } from '../../../shared/record/record-list/use-list-search.ts'
import { useNumberedRows } from '../../../shared/record/record-list/use-numbered-rows.ts'
import { useLastOpened } from '../../../shared/record/record-list/use-opened-record.ts'
import { prefetchDialogs } from '../../../ui/dialog.tsx'
import { lazyDialog } from '../../../ui/lazy-dialog.tsx'
import button from '../../../ui/light-button.module.css'
import { LightButton } from '../../../ui/light-button.tsx'
import { Pager } from '../../../ui/pager.tsx'
import { StatusTabs } from '../../../ui/status-tabs.tsx'
import classes from './webhook-list-page.module.css'
import { destinationTexts, webhookMessages as messages } from './webhook-messages.ts'
import { WebhookTable } from './webhook-table.tsx'

const WebhookDialog = lazyDialog('webhook', () =>
  import('./webhook-dialog.tsx').then((part) => part.WebhookDialog),
)
const prefetchDialog = () => prefetchDialogs(WebhookDialog)

const route = getRouteApi('/signed-in/webhooks')
/** How often the list is read again: a delivery changes by itself. */
const refetchMs = 10_000

type Tab = keyof typeof messages.tabs

/** What other systems were told of changes, and whether it arrived (OQ-415). */
export function WebhookListPage(): ReactNode {
  const search = route.useSearch()
  const tab: Tab = search.tab ?? 'all'
  const { filterBy } = useListSearch<{ tab: Tab }>({ tab: 'all' })
  const panel = useListPanel()
  const list = useNumberedRows(listWebhookDeliveries, {
    queryOf: (page) => ({ ...(tab !== 'all' && { state: tab }), ...pageRange({ ...search, page }) }),
    read: ({ deliveries, count }) => ({ rows: deliveries, total: count }),
    refetchMs,
  })
  const [openId, setOpenId] = useState<string>()
  // The row, so that the open dialog follows the list.
  const { last: opened } = useLastOpened(list.rows?.find(({ _id }) => _id === openId))
  const counts = list.data?.counts
  const destinations = list.data?.destinations ?? []
  const isSetUp = list.data === undefined || destinations.length > 0

  return (
    <>
      <StatusTabs
        label={messages.tabsLabel}
        tabs={messages.tabs}
        counts={
          counts
            ? {
                waiting: countText(counts.waiting),
                failed: countText(counts.failed),
                sent: countText(counts.sent),
              }
            : {}
        }
        value={tab}
        onChange={(chosen) => filterBy({ tab: chosen }, { replace: true })}
      >
        {tab === 'failed' && (
          <ResendFailed destinations={counts?.failed ? destinations : []} onDone={panel.focus} />
        )}
        <RecordList
          list={list}
          messages={{
            loading: messages.loading,
            loadFailed: messages.loadFailed,
            empty: messages.empty[tab],
            emptyHelp: isSetUp ? messages.emptyHelp[tab] : messages.notSetUp,
          }}
          icon={IconWebhook}
          emptyAction={
            !isSetUp && (
              <Link to={paths.help} search={{ page: 'connect' }} className={button.button}>
                {messages.guide}
              </Link>
            )
          }
          panel={panel}
          skeleton={<WebhookTable.Skeleton count={list.pager.size} />}
          foot={list.total > 0 && <Pager {...list.pager} />}
        >
          {(rows) => (
            <WebhookTable
              rows={rows}
              onOpen={({ _id }: WebhookDelivery) => setOpenId(_id)}
              onIntent={prefetchDialog}
            />
          )}
        </RecordList>
      </StatusTabs>
      {opened && (
        <WebhookDialog
          opened={openId !== undefined}
          delivery={opened}
          canSend={destinations.includes(opened.destination)}
          onClose={() => setOpenId(undefined)}
          onDone={panel.focus}
        />
      )}
    </>
  )
}

/** Sends all failed webhooks of a destination again. */
function ResendFailed({
  destinations,
  onDone,
}: {
  destinations: readonly WebhookDestination[]
  onDone: () => void
}) {
  const { call } = useCall(resendFailedWebhooks, { invalidates: [listWebhookDeliveries] })
  const mayWrite = useMay<typeof resendFailedWebhooks>('webhook.write')
  const [asked, setAsked] = useState<WebhookDestination>()
  const { last } = useLastOpened(asked)
  if (!mayWrite) return null
  const send = async (destination: WebhookDestination) => {
    await notify.progress(call({ body: { destination } }), {
      pending: messages.resending,
      success: ({ data }) => messages.resentMany(data.count),
      error: messages.resendFailedFailed,
    })
    onDone()
  }
  return (
    <>
      {destinations.length > 0 && (
        <div className={classes.actions}>
          {destinations.map((destination) => (
            <LightButton key={destination} aria-haspopup="dialog" onClick={() => setAsked(destination)}>
              {messages.resendFailed(destinationTexts[destination])}
            </LightButton>
          ))}
        </div>
      )}
      {last && (
        <ConfirmDialog
          opened={asked !== undefined}
          title={messages.resendFailedTitle(destinationTexts[last])}
          confirmLabel={messages.resendFailedConfirm}
          cancelLabel={messages.cancel}
          destructive={false}
          onConfirm={() => send(last)}
          onClose={() => setAsked(undefined)}
        >
          <p>{messages.resendFailedEffect}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
