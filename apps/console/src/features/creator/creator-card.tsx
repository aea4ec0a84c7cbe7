import type { Creator } from '@greenroom/contract/creator/creator.schema'
import { IconId, IconMail, IconPhone } from '@tabler/icons-react'
import { notify } from '../../lib/notify.tsx'
import { CardGridItem } from '../../ui/card-grid.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import classes from './creator-card.module.css'
import { formatPhone } from './phone.ts'

/** One creator: name, ID, e-mail and phone (CRE-02). */
export function CreatorCard({ creator }: { creator: Creator }) {
  const name = `${creator.first_name} ${creator.last_name}`.trim()
  const copied = (what: string) => ({
    label: `Copy ${what} of ${name}`,
    onCopied: () => notify.success(`${what} copied`, { durationMs: 3000 }),
    onFailed: () => notify.error('The browser did not allow copying.'),
    className: classes.copy,
  })
  return (
    <CardGridItem className={classes.card}>
      <h2 className={classes.name} title={name}>
        {name}
      </h2>
      <dl className={classes.facts}>
        <div className={classes.fact}>
          <dt>
            <IconId size={15} stroke={1.5} aria-hidden="true" />
            ID
          </dt>
          <dd className={classes.id}>{creator._id}</dd>
          <dd>
            <CopyButton value={creator._id} {...copied('ID')} />
          </dd>
        </div>
        <div className={classes.fact}>
          <dt>
            <IconMail size={15} stroke={1.5} aria-hidden="true" />
            Email
          </dt>
          <dd className={classes.email} title={creator.email}>
            {creator.email}
          </dd>
          <dd>
            <CopyButton value={creator.email} {...copied('Email')} />
          </dd>
        </div>
        <div className={classes.fact}>
          <dt>
            <IconPhone size={15} stroke={1.5} aria-hidden="true" />
            Phone
          </dt>
          <dd className={classes.phone}>{formatPhone(creator.phone)}</dd>
          <dd>
            <CopyButton value={creator.phone} {...copied('Phone')} />
          </dd>
        </div>
      </dl>
    </CardGridItem>
  )
}
