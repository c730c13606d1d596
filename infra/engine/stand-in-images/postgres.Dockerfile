FROM servers
COPY postgres /usr/local/pgsql/
RUN for program in initdb pg_ctl postgres; do ln -s ../pgsql/bin/$program /usr/local/bin/$program; done
VOLUME /var/lib/postgresql
ENTRYPOINT ["postgres-entrypoint"]
