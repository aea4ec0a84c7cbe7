import { type Role, roles } from '@greenroom/contract/access/permission'
import { roleTexts } from '@greenroom/contract/access/role-texts'
import { inviteStaffAgain, listStaff, updateStaff } from '@greenroom/contract/staff/staff/staff.endpoints'
import type { StaffMember } from '@greenroom/contract/staff/staff/staff.schema'
import { Button } from '@mantine/core'
import { IconUsersGroup } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useSession } from '../../../lib/api/current-session.ts'
import { useCall } from '../../../lib/api/hooks.ts'
import { useMay } from '../../../lib/api/permissions.ts'
import { notify } from '../../../lib/notify.tsx'
import { onePress } from '../../../lib/one-press.ts'
import { ConfirmDialog } from '../../../shared/record/question/confirm-dialog.tsx'
import { type PageSearch, pageRange } from '../../../shared/record/record-list/page-range.ts'
import { RecordList, useListPanel } from '../../../shared/record/record-list/record-list.tsx'
import { useDialogSearch, useListSearch } from '../../../shared/record/record-list/use-list-search.ts'
import { useNumberedRows } from '../../../shared/record/record-list/use-numbered-rows.ts'
import { useLastOpened } from '../../../shared/record/record-list/use-opened-record.ts'
import filter from '../../../ui/filter-bar.module.css'
import { FilterBar } from '../../../ui/filter-bar.tsx'
import { FilterSelect } from '../../../ui/filter-select.tsx'
import { lazyDialog } from '../../../ui/lazy-dialog.tsx'
import { Pager } from '../../../ui/pager.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import { copyInvitation } from './copy-invitation.ts'
import classes from './staff-list-page.module.css'
import { accessMessages, staffListMessages as messages } from './staff-messages.ts'
import { type StaffAction, StaffTable } from './staff-table.tsx'

const InviteDialog = lazyDialog('staff-invite', () =>
  import('./invite-dialog.tsx').then((part) => part.InviteDialog),
)
const RoleDialog = lazyDialog('staff-role', () => import('./role-dialog.tsx').then((part) => part.RoleDialog))

const StaffSessionsDialog = lazyDialog('staff-sessions', () =>
  import('./staff-sessions-dialog.tsx').then((part) => part.StaffSessionsDialog),
)

interface StaffSearch extends PageSearch {
  q?: string | undefined
  role?: string | undefined
  create?: '1' | undefined
}

const route = getRouteApi('/signed-in/staff')
const noFilters = { q: undefined, role: undefined }
const roleChoices = roles.map((value) => ({ value, label: roleTexts[value].name }))

/** Who may sign in, with which role; owners invite, change and disable (OQ-355, OQ-356). */
export function StaffListPage(): ReactNode {
  const session = useSession()
  const mayChange = useMay<typeof updateStaff>('staff.read', 'staff.write')
  const search: StaffSearch = route.useSearch()
  const { q, size } = search
  const role: Role | undefined = roles.find((one) => one === search.role)
  const { go, filterBy } = useListSearch<StaffSearch>()
  const list = useNumberedRows(listStaff, {
    queryOf: (page) => ({ ...pageRange({ page, size }), ...(q && { q }), ...(role && { role }) }),
    read: ({ staff, count }) => ({ rows: staff, total: count }),
  })
  const panel = useListPanel()
  const { close: closeInvitation } = useDialogSearch<StaffSearch>({ create: undefined })
  const [asked, setAsked] = useState<{ action: StaffAction; member: StaffMember }>()
  const { last } = useLastOpened(asked)
  const update = useCall(updateStaff, { invalidates: [listStaff], refreshesOnConflict: true })
  const again = useCall(inviteStaffAgain, { invalidates: [listStaff] })
  const isFiltered = q !== undefined || role !== undefined
  const who = last ? last.member.name || last.member.email : ''

  const setDisabled = (member: StaffMember, isDisabled: boolean) =>
    notify.progress(
      update.call({
        params: { id: member._id },
        body: { is_disabled: isDisabled },
        version: member.version,
      }),
      {
        pending: isDisabled ? accessMessages.disabling : accessMessages.enabling,
        success: isDisabled ? accessMessages.disabled : accessMessages.enabled,
        error: accessMessages.failed,
      },
    )
  const act = (action: StaffAction, member: StaffMember) => {
    if (action === 'enable')
      void onePress(`enable ${member._id}`, () => setDisabled(member, false).catch(() => undefined))
    else if (action === 'copy-invitation') void copyInvitation(member)
    else setAsked({ action, member })
  }

  return (
    <>
      <FilterBar
        search={
          <SearchField
            isLabelShown
            className={classes.search}
            label={messages.search}
            placeholder={messages.searchPlaceholder}
            value={q ?? ''}
            onChange={(text) => filterBy({ q: text }, { replace: true })}
          />
        }
        set={role === undefined ? 0 : 1}
      >
        <FilterSelect
          className={classes.select}
          label={messages.role}
          placeholder={messages.allRoles}
          data={roleChoices}
          value={role}
          onChange={(role) => filterBy({ role })}
        />
        {isFiltered && (
          <Button
            variant="subtle"
            className={filter.button}
            onClick={() => {
              go(noFilters)
              panel.focus()
            }}
          >
            {messages.clear}
          </Button>
        )}
      </FilterBar>
      <RecordList
        list={list}
        messages={messages}
        icon={IconUsersGroup}
        filter={
          isFiltered
            ? { help: messages.noMatch, clear: messages.clearFilters, onClear: () => go(noFilters) }
            : undefined
        }
        skeleton={<StaffTable.Skeleton count={list.pager.size} />}
        panel={panel}
        foot={<Pager {...list.pager} />}
      >
        {(rows) => <StaffTable rows={rows} self={session?.staff_id} mayChange={mayChange} onAction={act} />}
      </RecordList>
      {mayChange && search.create && <InviteDialog opened onClose={closeInvitation} />}
      {last?.action === 'role' && (
        <RoleDialog opened={asked !== undefined} member={last.member} onClose={() => setAsked(undefined)} />
      )}
      {last?.action === 'sessions' && (
        <StaffSessionsDialog
          opened={asked !== undefined}
          member={last.member}
          onClose={() => setAsked(undefined)}
        />
      )}
      {last && last.action !== 'role' && last.action !== 'sessions' && (
        <ConfirmDialog
          opened={asked !== undefined}
          title={
            last.action === 'disable' ? accessMessages.disableTitle(who) : accessMessages.againTitle(who)
          }
          confirmLabel={last.action === 'disable' ? messages.disable : accessMessages.againConfirm}
          cancelLabel="Cancel"
          destructive={last.action === 'disable'}
          onConfirm={() =>
            last.action === 'disable'
              ? setDisabled(last.member, true)
              : notify.progress(again.call({ params: { id: last.member._id } }), {
                  pending: accessMessages.inviting,
                  success: accessMessages.invited,
                  error: accessMessages.failed,
                })
          }
          onClose={() => setAsked(undefined)}
        >
          <p>{last.action === 'disable' ? accessMessages.disableEffect : accessMessages.againEffect}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
