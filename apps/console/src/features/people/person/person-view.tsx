import { exportPerson, getPerson } from '@greenroom/contract/people/person/personal-data.endpoints'
import type { PersonPreview } from '@greenroom/contract/people/person/personal-data.schema'
import { Button } from '@mantine/core'
import { IconAlertCircle, IconUserOff } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError } from '../../../lib/api/api-error.ts'
import { useCall, useRead } from '../../../lib/api/hooks.ts'
import { downloadJson } from '../../../lib/json-download.ts'
import { notify } from '../../../lib/notify.tsx'
import { paths } from '../../../lib/paths.ts'
import { formatPhone } from '../../../lib/phone.ts'
import { PersonLink } from '../../../shared/people/person-link/person-link.tsx'
import { BusyButton } from '../../../ui/busy-button.tsx'
import { DescriptionList } from '../../../ui/description-list.tsx'
import { prefetchDialogs } from '../../../ui/dialog.tsx'
import { lazyDialog } from '../../../ui/lazy-dialog.tsx'
import { Loading } from '../../../ui/loading.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { StatePanel } from '../../../ui/state-panel.tsx'
import classes from './personal-data.module.css'
import {
  exportsText,
  filesText,
  goesText,
  personalDataMessages as messages,
  previewFacts,
  staysText,
} from './personal-data-messages.ts'

const EraseDialog = lazyDialog('erase-person', () =>
  import('./erase-dialog.tsx').then((part) => part.EraseDialog),
)

/** What is known about a person, what an erasure removes and keeps, and the export (OQ-346, OQ-349). */
export function PersonView({ person, onClose }: { person: string; onClose: () => void }) {
  const { data, error, refetch } = useRead(getPerson, { params: { person } }, { keepPrevious: false })
  if (data !== undefined) return <Person preview={data} onClose={onClose} />
  if (error === null) {
    return (
      <Loading label={messages.loading}>
        <div className="gr-stack">
          <Skeleton width="40%" />
          <Skeleton width="100%" />
          <Skeleton width="100%" />
          <Skeleton width="80%" />
        </div>
      </Loading>
    )
  }
  const isGone = error instanceof ApiError && error.status === 404
  return (
    <StatePanel
      kind={isGone ? 'empty' : 'error'}
      icon={IconUserOff}
      title={isGone ? messages.gone : messages.loadFailed}
      action={
        <Button variant="default" onClick={isGone ? onClose : () => void refetch()}>
          {isGone ? messages.another : messages.retry}
        </Button>
      }
    />
  )
}

function Person({ preview, onClose }: { preview: PersonPreview; onClose: () => void }) {
  const [isErasing, setIsErasing] = useState(false)
  const exporting = useCall(exportPerson, { invalidates: [] })
  const { person, names, emails, phones, goes, files, exports, stays, blockers } = preview
  const download = () =>
    void notify
      .progress(
        exporting.call({ params: { person } }).then(({ data }) => downloadJson(data.content, data.file_name)),
        { pending: messages.exporting, success: messages.exported, error: messages.exportFailed },
      )
      .catch(() => undefined)
  const going = [
    ...goes.map((row) => ({ key: row.kind as string, ...goesText(row) })),
    ...(files > 0 ? [{ key: 'files', ...filesText(files) }] : []),
    ...(exports > 0 ? [{ key: 'exports', ...exportsText(exports) }] : []),
  ]
  const staying = [
    ...stays.map((row) => ({ key: row.until, ...staysText(row) })),
    { key: 'history', what: messages.historyWhat, effect: messages.historyEffect },
    { key: 'sums', what: messages.sums, effect: messages.sumsEffect },
  ]
  return (
    <div className={classes.person}>
      <div className={classes.head}>
        <h2 className="gr-heading gr-bold gr-break">
          <PersonLink person={person}>{names[0] ?? emails[0] ?? person}</PersonLink>
        </h2>
        <span className="gr-wrap">
          <BusyButton variant="default" busy={exporting.isPending} onClick={download}>
            {messages.export}
          </BusyButton>
          <Button
            variant="default"
            className={classes.erase}
            disabled={blockers.length > 0}
            onPointerEnter={() => prefetchDialogs(EraseDialog)}
            onFocus={() => prefetchDialogs(EraseDialog)}
            onClick={() => setIsErasing(true)}
          >
            {messages.erase}
          </Button>
        </span>
      </div>
      {blockers.length > 0 && (
        <div className={classes.blockers} role="status">
          <IconAlertCircle size={16} stroke={1.5} aria-hidden="true" />
          <div>
            <p className="gr-bold">{messages.blocked}</p>
            <ul>
              {blockers.map(({ message, order_id }) => (
                <li key={message}>
                  {message}{' '}
                  {order_id !== null && (
                    <Link className={classes.blockerLink} {...paths.transaction(order_id)}>
                      {messages.showOrder}
                    </Link>
                  )}
                </li>
              ))}
            </ul>
          </div>
        </div>
      )}
      <section className={classes.section} aria-label={messages.details}>
        <DescriptionList
          items={[
            { term: messages.names, value: names.join(', ') },
            { term: messages.emails, value: emails.join(', ') },
            { term: messages.phones, value: phones.map(formatPhone).join(', ') },
          ]}
        />
      </section>
      <Effects title={messages.goes} rows={going} />
      <Effects title={messages.stays} rows={staying} />
      <p className="gr-small gr-quiet">{messages.elsewhere}</p>
      <EraseDialog
        opened={isErasing}
        preview={preview}
        facts={previewFacts(preview)}
        example={names[0] ?? emails[0] ?? person.slice(person.indexOf('.') + 1)}
        onClose={() => setIsErasing(false)}
        onStarted={onClose}
      />
    </div>
  )
}

function Effects({ title, rows }: { title: string; rows: { key: string; what: string; effect: string }[] }) {
  return (
    <section className={classes.section} aria-label={title}>
      <h3 className="gr-part">{title}</h3>
      <ul className={classes.rows}>
        {rows.map(({ key, what, effect }) => (
          <li key={key} className={classes.effect}>
            <span className="gr-bold gr-num">{what}</span>
            <span className="gr-quiet">{effect}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
