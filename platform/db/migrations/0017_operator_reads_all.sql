-- As the operator a backup sees every row (docs/operate.md): it has to see the migrations and all sequences, too.
GRANT USAGE ON SCHEMA drizzle TO front_desk_operator;
--> statement-breakpoint
GRANT SELECT ON ALL TABLES IN SCHEMA drizzle TO front_desk_operator;
--> statement-breakpoint
GRANT SELECT ON ALL SEQUENCES IN SCHEMA drizzle, public TO front_desk_operator;
