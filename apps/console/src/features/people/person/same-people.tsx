import { keepPeopleApart, listSamePeople } from '@greenroom/contract/people/person/person.endpoints'
import { IconUsers } from '@tabler/icons-react'
import { useCall, useRead } from '../../../lib/api/hooks.ts'
import { useMay } from '../../../lib/api/permissions.ts'
import { notify } from '../../../lib/notify.tsx'
import { onePress } from '../../../lib/one-press.ts'
import { formatPhone } from '../../../lib/phone.ts'
import { PersonLink } from '../../../shared/people/person-link/person-link.tsx'
import { LightButton } from '../../../ui/light-button.tsx'
import { mergeMessages as messages } from './person-messages.ts'
import classes from './person-page.module.css'
import { useMayJoin, useUndoJoining } from './use-joining.ts'

/** Points out other records of the same person (OQ-469). Nothing waits for it, so a failure shows nothing. */
export function SamePeople({ person, onCompare }: { person: string; onCompare: (other: string) => void }) {
  const mayRead = useMay<typeof listSamePeople>('personal.read')
  const mayJoin = useMayJoin()
  const { pointOut } = useUndoJoining()
  const apart = useCall(keepPeopleApart, { invalidates: [listSamePeople] })
  const { data } = useRead(
    listSamePeople,
    { params: { person } },
    { enabled: mayRead, keepPrevious: false, isBackground: true },
  )
  if (data === undefined || data.length === 0) return null
  const keepApart = (other: string) =>
    onePress(`apart ${person} ${other}`, () =>
      notify
        .progress(
          apart.call({ params: { person, other } }),
          { pending: messages.markingApart, success: messages.markedApart, error: messages.apartFailed },
          { undo: () => pointOut({ person, other }) },
        )
        .catch(() => undefined),
    )
  return (
    <ul className={classes.same} aria-label={messages.label}>
      {data.map((one) => {
        const name = one.name || one.email || formatPhone(one.phone)
        return (
          <li key={one.person}>
            <IconUsers size={16} stroke={1.5} aria-hidden="true" />
            <span className="gr-break">
              {messages.maybe}
              <PersonLink person={one.person}>{name}</PersonLink>
              {one.has_account ? '' : messages.noAccount}.{' '}
              <span className="gr-faint">
                {one.shares === 'email' ? messages.sameEmail : messages.samePhone}
                {one.shares === 'email' ? one.email : formatPhone(one.phone)}
              </span>
            </span>
            {mayJoin && (
              <>
                <LightButton
                  aria-haspopup="dialog"
                  aria-label={messages.compareWith(name)}
                  onClick={() => onCompare(one.person)}
                >
                  {messages.compare}
                </LightButton>
                <LightButton aria-label={messages.apartFrom(name)} onClick={() => void keepApart(one.person)}>
                  {messages.apart}
                </LightButton>
              </>
            )}
          </li>
        )
      })}
    </ul>
  )
}
