import type { ApiKey } from '@greenroom/contract/api-key/api-key.schema'
import { Button } from '@mantine/core'
import { formatTime } from '../../lib/dates.ts'
import { Badge } from '../../ui/badge.tsx'
import { DataTable, DataTableSkeleton } from '../../ui/data-table.tsx'
import { apiKeyColumns, apiKeyListMessages as messages } from './api-key-messages.ts'
import classes from './api-key-table.module.css'

interface ApiKeyTableProps {
  rows: readonly ApiKey[]
  onRevoke: (key: ApiKey) => void
}

/** The API keys of servers (OQ-360). */
export function ApiKeyTable({ rows, onRevoke }: ApiKeyTableProps) {
  return (
    <DataTable label={messages.tableLabel} className={classes.table} columns={columns}>
      {rows.map((key) => (
        <tr key={key._id}>
          <td className={classes.name}>
            <div className={classes.title}>{key.name}</div>
            <div className="gr-fine gr-faint gr-mono">{key.beginning}…</div>
          </td>
          <td className={classes.permissions}>{key.permissions.join(', ')}</td>
          <td className={classes.made} data-label={apiKeyColumns.made}>
            <div>{formatTime(key.created_at)}</div>
            <div className={classes.by}>{messages.by(key.created_by)}</div>
          </td>
          <td className={classes.used} data-label={apiKeyColumns.used}>
            {key.last_used_at ? formatTime(key.last_used_at) : messages.unused}
          </td>
          <td className={classes.ends} data-label={apiKeyColumns.ends}>
            <End apiKey={key} />
          </td>
          <td className={classes.actions}>
            {key.revoked_at === null && (
              <Button
                variant="subtle"
                size="xs"
                aria-haspopup="dialog"
                aria-label={messages.revokeOf(key.name)}
                onClick={() => onRevoke(key)}
              >
                {messages.revoke}
              </Button>
            )}
          </td>
        </tr>
      ))}
    </DataTable>
  )
}

function End({ apiKey: { expires_at, revoked_at, revoked_by } }: { apiKey: ApiKey }) {
  if (revoked_at !== null) {
    return (
      <>
        <Badge shape="ring" tone="mute">
          {messages.revoked}
        </Badge>
        <div className={classes.by}>
          {formatTime(revoked_at)} {revoked_by && messages.by(revoked_by)}
        </div>
      </>
    )
  }
  if (expires_at === null) return messages.never
  if (Date.parse(expires_at) > Date.now()) return formatTime(expires_at)
  return (
    <>
      <Badge shape="ring" tone="warn">
        {messages.expired}
      </Badge>
      <div className={classes.by}>{formatTime(expires_at)}</div>
    </>
  )
}

/** The skeleton of the table. */
export function ApiKeyTableSkeleton({ count }: { count: number }) {
  return (
    <DataTableSkeleton
      label={messages.loading}
      count={count}
      className={classes.table}
      columns={columns}
      cells={Object.entries(skeletonWidths).map(([column, widths]) => ({
        className: classes[column],
        widths,
      }))}
    />
  )
}

const skeletonWidths: Record<keyof typeof apiKeyColumns, readonly string[]> = {
  name: ['70%', '50%'],
  permissions: ['90%', '60%'],
  made: ['80%', '60%'],
  used: ['70%'],
  ends: ['70%'],
  actions: ['60%'],
}

const columns = Object.entries(apiKeyColumns).map(([column, head]) => ({
  className: classes[`${column}Column`],
  head: column === 'actions' ? <span className="gr-unseen">{head}</span> : head,
}))
