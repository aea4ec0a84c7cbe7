import type { ApiKey } from '@greenroom/contract/staff/api-key/api-key.schema'
import { Button } from '@mantine/core'
import { formatTime } from '../../../lib/dates.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Moment } from '../../../ui/moment.tsx'
import { type Column, recordTable } from '../../../ui/record-table.tsx'
import { apiKeyColumns as headings, apiKeyListMessages as messages } from './api-key-messages.ts'
import classes from './api-key-table.module.css'

interface Actions {
  onRevoke: (key: ApiKey) => void
}

const columns: readonly Column<ApiKey, Actions>[] = [
  {
    key: 'name',
    heading: headings.name,
    lines: ['70%', '50%'],
    cell: (key) => (
      <>
        <div className="gr-bold gr-break">{key.name}</div>
        <div className="gr-fine gr-faint gr-mono">{key.beginning}…</div>
      </>
    ),
  },
  {
    key: 'permissions',
    heading: headings.permissions,
    className: 'gr-small gr-quiet',
    lines: ['90%', '60%'],
    cell: (key) => key.permissions.join(', '),
  },
  {
    key: 'made',
    heading: headings.made,
    phoneLabel: headings.made,
    isTime: true,
    lines: ['80%', '60%'],
    cell: (key) => (
      <>
        <Moment at={key.created_at} text={formatTime(key.created_at)} />
        <div className="gr-fine gr-faint gr-ellipsis">{messages.by(key.created_by)}</div>
      </>
    ),
  },
  {
    key: 'used',
    heading: headings.used,
    phoneLabel: headings.used,
    isTime: true,
    className: classes.used,
    lines: ['70%'],
    cell: (key) =>
      key.last_used_at ? (
        <Moment at={key.last_used_at} text={formatTime(key.last_used_at)} />
      ) : (
        messages.unused
      ),
  },
  {
    key: 'ends',
    heading: headings.ends,
    phoneLabel: headings.ends,
    isTime: true,
    lines: ['70%'],
    cell: (key) => <End apiKey={key} />,
  },
  {
    key: 'actions',
    heading: headings.actions,
    width: 90,
    lines: ['60%'],
    cell: (key, { onRevoke }) =>
      key.revoked_at === null && (
        <Button
          variant="subtle"
          size="xs"
          aria-haspopup="dialog"
          aria-label={messages.revokeOf(key.name)}
          onClick={() => onRevoke(key)}
        >
          {messages.revoke}
        </Button>
      ),
  },
]
/** The API keys of servers (OQ-360). */
export const ApiKeyTable = recordTable({
  label: messages.tableLabel,
  loading: messages.loading,
  className: classes.table,
  columns,
  keyOf: ({ _id }) => _id,
})

function End({ apiKey: { expires_at, revoked_at, revoked_by } }: { apiKey: ApiKey }) {
  if (revoked_at !== null) {
    return (
      <>
        <Badge shape="ring" tone="mute">
          {messages.revoked}
        </Badge>
        <div className="gr-fine gr-faint gr-ellipsis">
          {formatTime(revoked_at)} {revoked_by && messages.by(revoked_by)}
        </div>
      </>
    )
  }
  if (expires_at === null) return messages.never
  if (Date.parse(expires_at) > Date.now()) return <Moment at={expires_at} text={formatTime(expires_at)} />
  return (
    <>
      <Badge shape="ring" tone="warn">
        {messages.expired}
      </Badge>
      <div className="gr-fine gr-faint gr-ellipsis">{formatTime(expires_at)}</div>
    </>
  )
}
