# shellcheck shell=bash
# Read by guest/start: what a guest has before the first case.

mount_folders() {
  ln -s /proc/self/fd /dev/fd
  mkdir -p /dev/pts /dev/shm
  mount -t devpts devpts /dev/pts
  mount -t tmpfs tmpfs /dev/shm
  mount -t tmpfs tmpfs /run
  mount -t tmpfs tmpfs /var/lib/nfs
  mkdir -p /run/lock /run/rpcbind /run/rpc_pipefs /var/lib/nfs/{v4recovery,sm,sm.bak,nfsdcld,nfsdcltrack}
  touch /var/lib/nfs/{etab,rmtab,state,xtab}
  mount -t tracefs tracefs /sys/kernel/tracing
  mkdir -p /root /usr/lib/modules
  mount --bind "$LAB_BUILD/chosen/lib/modules" /usr/lib/modules
  if [[ ! -L /lib ]]; then
    mkdir -p /lib/modules
    mount --bind "$LAB_BUILD/chosen/lib/modules" /lib/modules
  fi
}

raise_network() {
  local n=1
  if [[ $LAB_ROLE == client ]]; then
    n=2
  fi
  hostname "lab-$LAB_ROLE"
  printf '127.0.0.1 localhost\n192.168.77.1 lab-server\n192.168.77.2 lab-client\n' >/etc/hosts
  ip link set lo up
  ip link set eth0 mtu 1500 up
  ip addr add "192.168.77.$n/24" dev eth0
  ip addr add "fd00:77::$n/64" dev eth0 nodad
}

# rxe0 or siw0, on eth0.
add_rdma_device() {
  local module
  # The fastest that the processor has; rxe takes whichever is there.
  for module in crc32c_intel crc32_pclmul crc32c_generic crc32_generic; do
    modprobe -q "$module" 2>/dev/null || :
  done
  case $LAB_LINK in
    rxe) modprobe rdma_rxe ;;
    siw) modprobe siw ;;
  esac
  modprobe ib_uverbs
  modprobe rdma_ucm
  rdma link add "${LAB_LINK}0" type "$LAB_LINK" netdev eth0
  rdma link
}

# NFS of versions 3, 4.0, 4.1 and 4.2 over RDMA, port 20049.
serve_nfs() {
  modprobe lockd nlm_timeout=3 nlm_grace_period=1
  modprobe rpcrdma
  modprobe nfsd
  mkdir -p /export
  mount -t tmpfs -o size=50%,mode=1777 tmpfs /export
  mount -t rpc_pipefs rpc_pipefs /run/rpc_pipefs
  mount -t nfsd nfsd /proc/fs/nfsd
  rpcbind -w
  exportfs -o rw,no_root_squash,insecure,no_subtree_check,fsid=0,sync '*:/export'
  rpc.nfsd --rdma=20049 --no-udp 4
  echo Y >/proc/fs/nfsd/v4_end_grace
  rpc.mountd --port 20048
  cat /proc/fs/nfsd/portlist
}
