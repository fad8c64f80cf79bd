-- Whoever writes a row that a worker must take up need not know of workers: the row announces itself when it is committed.
CREATE FUNCTION announce_outbox() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('platform_outbox', TG_TABLE_NAME);
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER announce AFTER INSERT ON webhook_deliveries FOR EACH ROW EXECUTE FUNCTION announce_outbox();
--> statement-breakpoint
CREATE TRIGGER announce AFTER INSERT ON push_notifications FOR EACH ROW EXECUTE FUNCTION announce_outbox();
--> statement-breakpoint
-- Home of the job queue, which makes and migrates its own tables.
CREATE SCHEMA pgboss AUTHORIZATION front_desk_operator;
