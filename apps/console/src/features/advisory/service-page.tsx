import { getAdvisoryService } from '@greenroom/contract/advisory/advisory.endpoints'
import { AdvisoryService } from '@greenroom/contract/advisory/advisory.schema'
import { Button } from '@mantine/core'
import { IconPencil, IconUsersGroup } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { paths } from '../../lib/paths.ts'
import { EditedRecordPage } from '../../shared/record-form/record-form-page.tsx'
import { DescriptionList } from '../../ui/description-list.tsx'
import { FormSection } from '../../ui/form-section.tsx'
import { serviceWords } from './advisory-messages.ts'
import { ServiceAdvisors } from './service-advisors.tsx'
import { ServiceForm } from './service-form.tsx'
import { minutesOf } from './service-form-values.ts'
import classes from './service-page.module.css'

/** One advisory service, to read and to edit (ADV-22 to ADV-26, SHELL-33). */
export function ServicePage(): ReactNode {
  return (
    <EditedRecordPage
      endpoint={getAdvisoryService}
      schema={AdvisoryService}
      state="service"
      messages={serviceWords}
    >
      {(service) => <Service key={service._id} service={service} />}
    </EditedRecordPage>
  )
}

function Service({ service }: { service: AdvisoryService }) {
  const [isEditing, setIsEditing] = useState(false)
  // The button of one mode is gone in the other: the focus returns to it with it.
  const edit = useRef<HTMLButtonElement>(null)
  const wasEditing = useRef(false)
  useEffect(() => {
    if (!isEditing && wasEditing.current) edit.current?.focus()
    wasEditing.current = isEditing
  }, [isEditing])

  if (isEditing) {
    return (
      <ServiceForm
        service={service}
        header={
          <div className={classes.formHead}>
            <h2 className={classes.name}>{service.service_name}</h2>
          </div>
        }
        onClose={() => setIsEditing(false)}
      />
    )
  }
  return (
    <div className={classes.page}>
      <div className={classes.head}>
        <h2 className={classes.name}>{service.service_name}</h2>
        <Button
          variant="default"
          leftSection={<IconUsersGroup size={16} stroke={1.5} aria-hidden="true" />}
          renderRoot={(props) => (
            <Link to={paths.advisoryLeads} search={{ service_id: service._id }} {...props} />
          )}
        >
          {serviceWords.viewLeads}
        </Button>
        <Button
          ref={edit}
          leftSection={<IconPencil size={16} stroke={1.5} aria-hidden="true" />}
          onClick={() => setIsEditing(true)}
        >
          {serviceWords.edit}
        </Button>
      </div>
      <FormSection title={serviceWords.times} hint={serviceWords.timesHint}>
        <DescriptionList
          items={[
            { term: serviceWords.bufferTime, value: timeWords(service.buffer_time) },
            { term: serviceWords.slotTime, value: timeWords(service.slot_time) },
          ]}
        />
      </FormSection>
      <FormSection title={serviceWords.advisors} hint={serviceWords.advisorsHint}>
        <ServiceAdvisors advisors={service.advisors} />
      </FormSection>
    </div>
  )
}

function timeWords(seconds: number): string {
  const minutes = minutesOf(seconds)
  return `${minutes} ${minutes === '1' ? serviceWords.minute : serviceWords.minutes}`
}
